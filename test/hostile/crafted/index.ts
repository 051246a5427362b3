import type { Format } from '@severe/testing/hostile/formats';
import { craftedGeotiff } from './geotiff.ts';
import { craftedGrib2 } from './grib2.ts';
import { craftedGzip } from './gzip.ts';
import { craftedNetcdf } from '@severe/netcdf/testing/crafted';
import { craftedLevel2, craftedLevel3 } from './nexrad.ts';
import type { Crafted } from '@severe/testing/hostile/put';

/** Files that deliberately break a rule of their format. */
export const crafted: Record<Format, Crafted> = {
  grib2: craftedGrib2,
  geotiff: craftedGeotiff,
  level2: craftedLevel2,
  level3: craftedLevel3,
  netcdf: craftedNetcdf,
  gzip: craftedGzip,
};
