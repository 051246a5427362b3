import { datumCodeOf } from './coordinate-system.ts';
import { datums, oldDatums } from './datums.ts';
import type { GeoKeys } from './geo-keys.ts';

/**
 * What to know of the datum of an image whose positions are not exact, or not known for it; undefined for one that differs
 * from WGS 84 by less than a few metres.
 */
export function datumNote(geo: GeoKeys): string | undefined {
  const code = datumCodeOf(geo);
  if (code === undefined) return undefined;
  const name = oldDatums[code];
  if (name !== undefined) {
    return `${name}: positions are moved to WGS 84 by mean parameters, some tens of metres off and up to 200 m`;
  }
  return datums[code] === undefined ? `the datum of EPSG:${code} is not known: pixels have no positions` : undefined;
}
