import type { Format } from '@severe/testing/hostile/formats';
import { geotiffSeeds } from '@severe/raster/testing/geotiff-seeds';
import { grib2Seeds } from '@severe/grib2/testing/seeds';
import { gzipSeeds } from './gzip.ts';
import { netcdfSeeds } from '@severe/netcdf/testing/seeds';
import { level2Seeds, level3Seeds } from '@severe/nexrad/testing/seeds';

/** Small good files by format and name, made by our own code. */
export const seeds: Record<Format, Record<string, Uint8Array>> = {
  grib2: grib2Seeds,
  geotiff: geotiffSeeds,
  level2: level2Seeds,
  level3: level3Seeds,
  netcdf: netcdfSeeds,
  gzip: gzipSeeds,
};
