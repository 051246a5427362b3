import { geotiffSeeds } from './geotiff.ts';
import { grib2Seeds } from './grib2.ts';
import { gzipSeeds } from './gzip.ts';
import { netcdfSeeds } from './netcdf.ts';
import { level2Seeds, level3Seeds } from './nexrad.ts';

export const formats = ['grib2', 'geotiff', 'level2', 'level3', 'netcdf', 'gzip'] as const;
export type Format = (typeof formats)[number];

/** Good files by format, small, each with its name; all made here. */
export const seeds: Record<Format, Record<string, Uint8Array>> = {
  grib2: grib2Seeds,
  geotiff: geotiffSeeds,
  level2: level2Seeds,
  level3: level3Seeds,
  netcdf: netcdfSeeds,
  gzip: gzipSeeds,
};
