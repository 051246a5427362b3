import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { albers, lambert } from './cone.ts';
import { gaussian, rotatedGaussian } from './gaussian.ts';
import type { Grid, GridTemplate } from './grid.ts';
import { healpix } from './healpix.ts';
import { lambertAzimuthal } from './lambert-azimuthal.ts';
import { latLon } from './latlon.ts';
import { mercator } from './mercator.ts';
import { polarStereographic } from './polar-stereographic.ts';
import { ncepRotatedLatLon, rotatedLatLon } from './rotated-latlon.ts';
import { spaceView } from './space-view.ts';
import { transverseMercator } from './transverse-mercator.ts';
import { unstructured } from './unstructured.ts';

/** Grid definition templates by their number in table 3.1. */
const templates: Record<number, GridTemplate> = {
  0: latLon,
  1: rotatedLatLon,
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
  150: healpix,
  32769: ncepRotatedLatLon,
};

/** Reads section 3. */
export function readGrid(section3: Section): Grid {
  if (section3.u8(6) !== 0) {
    throw new Grib2Error('unsupported', `the grid is defined elsewhere (source ${section3.u8(6)} of table 3.0)`);
  }
  const number = section3.u16(13);
  const template = templates[number];
  if (!template) throw new Grib2Error('unsupported', `grid 3.${number} is not known`);
  return template(section3);
}
