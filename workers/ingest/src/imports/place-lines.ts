import { DataError } from '@severe/base';
import { states } from '@severe/catalogue';
import { termsOf } from '@severe/db';
import { cityPlace, type BundledPlace } from '../feeds/places/bundled.ts';
import { neededNumber, neededText, placeOf } from '../parse/fields.ts';
import { Ignored } from '../parse/parsed.ts';
import { delimiterOf } from './read-csv.ts';

/** Parses a line of a list of places. */
export type ReadPlace = (line: string) => BundledPlace | Ignored;

/**
 * Chooses the parser of a list by its first line: the Gazetteer of the Census Bureau has a header, GeoNames has none.
 *
 * @returns the parser, and whether the first line is a header
 * @throws {DataError} `columns` if the format is unknown
 */
export function placeReader(first: string): { read: ReadPlace; header: boolean } {
  if (/^\d+\t/.test(first) && first.split('\t').length === 19) return { read: readGeoNames, header: false };
  const delimiter = delimiterOf(first);
  const columns = first.split(delimiter).map((name) => name.trim().toUpperCase());
  const needed = ['USPS', 'GEOID', 'NAME', 'INTPTLAT', 'INTPTLONG'];
  const at = needed.map((name) => columns.indexOf(name));
  if (at.includes(-1)) {
    throw new DataError('columns', `expected GeoNames or the columns ${needed.join(', ')}, got ${first.slice(0, 120)}`);
  }
  return { header: true, read: (line) => readGazetteer(pick(line.split(delimiter), at)) };
}

function pick(cells: string[], at: number[]): (string | undefined)[] {
  return at.map((i) => cells[i]?.trim());
}

const codes = new Set(states.map(({ code }) => code));

/** @see https://www.census.gov/programs-surveys/geography/technical-documentation/records-layout/gaz-record-layouts.html */
function readGazetteer([state, geoid, given, lat, lon]: (string | undefined)[]): BundledPlace | Ignored {
  if (state === undefined || !codes.has(state)) return new Ignored('not in a served state');
  const name = bareName(neededText(given, 'NAME'));
  const place = placeOf([neededNumber(lon, 'INTPTLONG'), neededNumber(lat, 'INTPTLAT')]);
  return {
    id: `census/${neededText(geoid, 'GEOID')}`,
    kind: 'city',
    name,
    town: null,
    state,
    country: 'us',
    population: 0, // not in the Gazetteer
    ...place,
    terms: termsOf([name]),
  };
}

/** Shortens `Norman city` to `Norman`: the kind of place follows the name, in lower case or as CDP. */
export function bareName(name: string): string {
  const words = name
    .replace(/ \(balance\)$/, '')
    .trimEnd()
    .split(' ');
  const isKind =
    words.at(-1) === 'CDP' ? (i: number) => i === words.length - 1 : (i: number) => /^\p{Ll}+$/u.test(words[i]);
  let end = words.length;
  while (end > 1 && isKind(end - 1)) end--;
  return words.slice(0, end).join(' ') || name;
}

/** Feature codes of existing towns, without parts of towns and abandoned places. */
const towns = new Set(['PPL', 'PPLA', 'PPLA2', 'PPLA3', 'PPLA4', 'PPLC', 'PPLF', 'PPLG', 'PPLL', 'PPLS', 'STLMT']);

/** @see https://download.geonames.org/export/dump/readme.txt */
function readGeoNames(line: string): BundledPlace | Ignored {
  const cells = line.split('\t');
  const [cityId, name, , , lat, lon, featureClass, featureCode, country, , adminCode, , , , population] = cells;
  if (featureClass !== 'P' || !towns.has(featureCode)) return new Ignored('not a town');
  const { lon: x, lat: y } = placeOf([neededNumber(lon, 'longitude'), neededNumber(lat, 'latitude')]);
  const city = cityPlace({
    cityId: neededNumber(cityId, 'geonameid'),
    name: neededText(name, 'name'),
    altName: '',
    country,
    featureCode,
    adminCode,
    population: neededNumber(population, 'population'),
    loc: { coordinates: [x, y] },
  });
  return city ?? new Ignored('not in a served state');
}
