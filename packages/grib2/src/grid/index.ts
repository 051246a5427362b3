import { albers } from './albers.ts';
import { lambertAzimuthal } from './azimuthal.ts';
import { gaussian } from './gaussian.ts';
import type { GridTemplate } from './grid.ts';
import { lambert } from './lambert.ts';
import { latlon } from './latlon.ts';
import { mercator } from './mercator.ts';
import { polarStereographic } from './polar-stereographic.ts';
import { rotatedGaussian } from './rotated-gaussian.ts';
import { ncepRotatedLatlon, rotatedLatlon } from './rotated-latlon.ts';
import { spaceView } from './space-view.ts';
import { transverseMercator } from './transverse-mercator.ts';
import { unstructured } from './unstructured.ts';

/** Every grid that can be read, by the number of its template in table 3.1. */
export const grids: Record<number, GridTemplate> = {
  0: latlon,
  1: rotatedLatlon,
  10: mercator,
  12: transverseMercator,
  20: polarStereographic,
  30: lambert,
  31: albers,
  40: gaussian,
  41: rotatedGaussian,
  90: spaceView,
  101: unstructured,
  140: lambertAzimuthal,
  32769: ncepRotatedLatlon,
};
