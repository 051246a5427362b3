import { createHash } from 'node:crypto';
import { DataError } from '@severe/base';
import { facilityKindOf, states, type FacilityKind } from '@severe/catalogue';
import type { Facility } from '@severe/db';
import type { Feature } from '../parse/features.ts';
import { neededText, numberOf, pointOf, textOf } from '../parse/fields.ts';
import { Ignored } from '../parse/parsed.ts';
import { type JsonObject, excerpt } from '../parse/payload.ts';

/** Options for all facilities of a list. */
export interface FacilityOptions {
  /** Kind of all facilities; by default, the column `kind` of each row. */
  kind?: FacilityKind | undefined;
  /** Publisher of the list. A facility in two lists is stored twice. */
  source: string;
}

/** Column names of this service, HIFLD, CMS and NCES, in order of preference. */
const columns = {
  key: ['id', 'ccn', 'cms certification number (ccn)', 'ncessch', 'facilityid', 'globalid', 'objectid', 'fid'],
  name: ['name', 'facility_name', 'facility name', 'provider name'],
  kind: ['kind', 'facility_kind'],
  address: ['address', 'street', 'street address', 'provider address'],
  city: ['city', 'city/town'],
  state: ['state'],
  fips: ['countyfips', 'county_fips', 'cnty_fips', 'fips'],
  capacity: ['capacity', 'beds', 'units', 'enrollment', 'number of certified beds'],
  status: ['status'],
};

const stateCodes = new Set(states.map(({ code }) => code));
const longestName = 300;
const maxCapacity = 1e6;

/** Converts a feature to a facility. @throws {DataError} if the name, kind or location is missing */
export function facilityFrom({ id, properties, geometry }: Feature, options: FacilityOptions): Facility | Ignored {
  const text = (column: keyof typeof columns) => textOf(valueOf(properties, column));
  if (text('status')?.toUpperCase() === 'CLOSED') return new Ignored('closed');
  const name = neededText(valueOf(properties, 'name'), 'name').slice(0, longestName);
  const place = pointOf(geometry);
  if (place.lon === 0 && place.lat === 0) throw new DataError('place', 'expected a location, got 0 and 0');
  const state = text('state')?.toUpperCase();
  return {
    source: options.source,
    kind: options.kind ?? kindIn(properties),
    key: text('key') ?? textOf(id) ?? digestOf(name, place.lon, place.lat),
    name,
    address: text('address'),
    city: text('city'),
    state: state !== undefined && stateCodes.has(state) ? state : null,
    fips: fipsIn(text('fips')),
    capacity: capacityIn(valueOf(properties, 'capacity')),
    ...place,
  };
}

function valueOf(properties: JsonObject, column: keyof typeof columns): unknown {
  return columns[column].map((name) => properties[name]).find((value) => textOf(value) !== null);
}

function kindIn(properties: JsonObject): FacilityKind {
  const word = valueOf(properties, 'kind');
  const kind = typeof word === 'string' ? facilityKindOf(word) : undefined;
  if (kind) return kind;
  throw new DataError('kind', `expected a valid kind in column kind, or --kind, got ${excerpt(word ?? null)}`);
}

function fipsIn(text: string | null): string | null {
  return text !== null && /^\d{4,5}$/.test(text) ? text.padStart(5, '0') : null;
}

/** Null if negative: HIFLD writes -999 for unknown capacities. */
function capacityIn(value: unknown): number | null {
  const count = numberOf(value);
  return count !== null && count >= 0 && count <= maxCapacity ? Math.round(count) : null;
}

function digestOf(name: string, lon: number, lat: number): string {
  return createHash('sha256')
    .update(`${name} ${lon.toFixed(4)} ${lat.toFixed(4)}`)
    .digest('hex')
    .slice(0, 16);
}
