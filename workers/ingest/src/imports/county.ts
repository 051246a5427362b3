import { DataError } from '@severe/base';
import { zoneOfFips } from '@severe/catalogue';
import { repairArea } from '@severe/geo/repair-area';
import type { ShapedZone } from '../feeds/nws-zones/parse.ts';
import type { Feature } from '../parse/features.ts';
import { neededText } from '../parse/fields.ts';
import { Ignored } from '../parse/parsed.ts';
import { excerpt } from '../parse/payload.ts';
import { readGeometry } from '../parse/shapes.ts';

/** Upper limit; the county with the longest coast has a few hundred thousand vertices. */
const maxVertices = 1_000_000;

/**
 * Converts a feature of the Census Bureau's county files, with the properties `GEOID` and `NAME`.
 *
 * @throws {DataError} if the number, name or shape is missing
 * @see https://www.census.gov/programs-surveys/geography/technical-documentation/complete-technical-documentation/tiger-geo-line.html
 */
export function countyFrom({ properties, geometry }: Feature): ShapedZone | Ignored {
  const fips = properties.geoid ?? properties.geoid20 ?? properties.fips;
  if (typeof fips !== 'string' || !/^\d{5}$/.test(fips)) {
    throw new DataError('fips', `expected GEOID as five digits, got ${excerpt(fips ?? null)}`);
  }
  const ugc = zoneOfFips(fips);
  if (ugc === undefined) return new Ignored('not in a served state');
  const { area } = readGeometry(() => repairArea(geometry, maxVertices));
  if (!area) throw new DataError('geometry', 'expected an area, got no area');
  return {
    kind: 'county',
    ugc,
    name: neededText(properties.name, 'NAME'),
    state: ugc.slice(0, 2),
    wfo: null,
    simplified: false,
    shape: JSON.stringify(area),
  };
}
