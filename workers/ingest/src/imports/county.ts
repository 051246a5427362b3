import { DataError } from '@severe/base';
import { abolishedCounty, zoneOfFips } from '@severe/catalogue';
import type { GivenZone } from '@severe/db';
import { repairArea } from '@severe/geo/repair-area';
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
 * @param file name of the file; those of the Census Bureau have the year, on whose first day the boundaries are
 * @throws {DataError} if the number, name or shape is missing
 * @see https://www.census.gov/programs-surveys/geography/technical-documentation/complete-technical-documentation/tiger-geo-line.html
 */
export function countyFrom({ properties, geometry }: Feature, file: string): GivenZone | Ignored {
  const fips = properties.geoid ?? properties.geoid20 ?? properties.fips;
  if (typeof fips !== 'string' || !/^\d{5}$/.test(fips)) {
    throw new DataError('fips', `expected GEOID as five digits, got ${excerpt(fips ?? null)}`);
  }
  const ugc = zoneOfFips(fips);
  if (ugc === undefined) return new Ignored('not in a served state');
  if (abolishedCounty(fips)) return new Ignored('replaced by other counties');
  const { area } = readGeometry(() => repairArea(geometry, maxVertices));
  if (!area) throw new DataError('geometry', 'expected an area, got no area');
  return {
    kind: 'county',
    ugc,
    name: neededText(properties.name, 'NAME'),
    state: ugc.slice(0, 2),
    wfo: null,
    simplified: false,
    origin: 'imported',
    source: file,
    asOf: dateOfFile(file),
    shape: JSON.stringify(area),
  };
}

/** `2025-01-01` for `tl_2025_us_county`; null for a name without a year. */
function dateOfFile(file: string): string | null {
  const year = /(?:^|_)((?:19|20)\d\d)(?:_|$)/.exec(file)?.[1];
  return year === undefined ? null : `${year}-01-01`;
}
