import type { RadarSite } from '@severe/catalogue';
import { apiPrefix, number, required, text } from '@severe/http';
import type { TileContext } from '../context.ts';
import { stampOf } from './shared.ts';

export const siteParam = required(
  text({
    maxLength: 64,
    about: 'Radar identifier: four letters, or the last three, in any case; see `/nexrad/sites`.',
    example: 'KTLX',
  }),
);

export const sweepProductParam = required(
  text({ maxLength: 64, about: 'One of the ids of `/nexrad/products`.', example: 'reflectivity' }),
);

/** Parameters that select a sweep and a storm motion. */
export const viewParams = {
  tilt: number({
    min: 0,
    max: 20,
    default: 0.5,
    about: 'Elevation angle in degrees. The nearest cut of the volume is used and reported in the response.',
  }),
  sm_dir: number({
    min: 0,
    max: 360,
    about: 'Direction from which storms move, in degrees; requires `sm_kt`; only for `srm`.',
    example: 245,
  }),
  sm_kt: number({ min: 0, max: 150, about: 'Storm speed in knots; requires `sm_dir`.', example: 35 }),
  ts: stampOf('the volume that began in that minute, else the newest of the ten minutes before it.', '202605202217'),
};

/** The URL of a path below a site. */
export function siteUrl({ publicUrl }: TileContext, { id }: RadarSite, rest: string): string {
  return `${publicUrl()}${apiPrefix}/nexrad/${id}/${rest}`;
}
