import type { Bounds } from '@severe/geo';

/**
 * A box whose longitudes go on beyond ±180, moved to where they do not. One that would cross the antimeridian covers all
 * longitudes.
 */
export function withinLongitudes([west, south, east, north]: Bounds): Bounds {
  const turns = 360 * Math.floor((west + 180) / 360);
  return east - turns > 180 ? [-180, south, 180, north] : [west - turns, south, east - turns, north];
}
