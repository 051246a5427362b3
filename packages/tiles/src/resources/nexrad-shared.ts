import type { RadarSite } from '@severe/catalogue';
import { apiPrefix, composite, number, required, text } from '@severe/http';
import type { TileContext } from '../context.ts';
import { readStamp } from '../read-time.ts';

export const siteParam = required(
  text({ maxLength: 64, about: 'Four letters, any case, or the last three; see `/nexrad/sites`.', example: 'KTLX' }),
);

export const sweepProductParam = required(
  text({ maxLength: 64, about: 'One of the ids of `/nexrad/products`.', example: 'reflectivity' }),
);

/** How a sweep is to be seen. */
export const viewParams = {
  tilt: number({
    min: 0,
    max: 20,
    default: 0.5,
    about: 'Elevation angle in degrees: the nearest cut of the volume is used, and named in the answer.',
  }),
  sm_dir: number({
    min: 0,
    max: 360,
    about: 'Direction that storms come from, in degrees; with `sm_kt`, and for `srm` alone.',
    example: 245,
  }),
  sm_kt: number({ min: 0, max: 150, about: 'Speed of storms in knots; with `sm_dir`.', example: 35 }),
  ts: composite(readStamp, {
    about: '`YYYYMMDDHHMM` in UTC: the volume that began in that minute, else the newest of the ten minutes before it.',
    example: '202605202217',
  }),
};

/** Where what belongs to a site lies. */
export function siteUrl({ publicUrl }: TileContext, { id }: RadarSite, rest: string): string {
  return `${publicUrl()}${apiPrefix}/nexrad/${id}/${rest}`;
}
