import type { Section } from '../section.ts';
import type { Grid } from './grid.ts';
import { angleUnit, readLatitudes, stepOfLatitudes } from './latlon.ts';
import { wrapLongitude } from './points.ts';
import { readLengths, reducedPlaces } from './reduced.ts';

/** Row j lies at `firstLat + j * stepLat`, its points at `firstLon + i * 360 / lengths[j]`, in degrees. */
export interface ReducedLatLonGeometry {
  kind: 'reduced-latlon';
  firstLat: number;
  stepLat: number;
  firstLon: number;
  lengths: number[];
}

/**
 * Even latitudes whose rows differ in length, as wave models have them; the grid gives a single row of all its points.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.0
 */
export function reducedLatLon(section3: Section): Grid {
  const lengths = readLengths(section3, 73);
  const { firstLat } = readLatitudes(section3);
  const stepLat = -stepOfLatitudes(section3, -1, lengths.length);
  const firstLon = wrapLongitude(section3.s32(51) * angleUnit(section3));
  const geometry = { kind: 'reduced-latlon' as const, firstLat, stepLat, firstLon, lengths };
  const places = reducedPlaces(geometry, {
    latitudeOf: (row) => firstLat + row * stepLat,
    nearest(lat) {
      const row = stepLat === 0 ? 0 : Math.round((lat - firstLat) / stepLat);
      return row >= 0 && row < lengths.length ? row : undefined;
    },
  });
  return { template: '3.0', ...places, geometry, vectorsAlongGrid: (section3.u8(55) & 0x08) !== 0 };
}
