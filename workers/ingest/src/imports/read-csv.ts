import { pipeline, type Readable } from 'node:stream';
import { DataError } from '@severe/base';
import { parse } from 'csv-parse';
import type { Feature } from '../parse/features.ts';
import { numberOf } from '../parse/fields.ts';

/** Column names of coordinates, in order of preference. */
const latitudes = ['latitude', 'lat', 'y'];
const longitudes = ['longitude', 'lon', 'lng', 'long', 'x'];

/** Maximum row length; a longer row means that a closing quote is missing. */
const longestRow = 1 << 20;

/**
 * Reads the rows of a table with a header as point features. The delimiter is a comma, tab, semicolon or bar, detected
 * from the header.
 *
 * @param head the first bytes of the stream
 * @throws {DataError} `columns` if there are no coordinates
 */
export async function* readCsv(stream: Readable, head: string): AsyncIterable<Feature> {
  const [header] = head.split(/\r?\n/, 1);
  const delimiter = delimiterOf(header);
  const names = header.split(delimiter).map(columnName);
  const lat = latitudes.find((name) => names.includes(name));
  const lon = longitudes.find((name) => names.includes(name));
  if (!lat || !lon) {
    throw new DataError('columns', `expected columns latitude and longitude, got ${names.join(', ').slice(0, 200)}`);
  }
  const rows = parse({
    bom: true,
    delimiter,
    columns: (given: string[]) => given.map(columnName),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  pipeline(stream, rows, () => {}); // the reader of the rows receives errors
  for await (const properties of rows as AsyncIterable<Record<string, string>>) {
    const coordinates = [numberOf(properties[lon]), numberOf(properties[lat])];
    yield { id: undefined, properties, geometry: { type: 'Point', coordinates } };
  }
}

/** The most frequent delimiter in the header. */
export function delimiterOf(header: string): string {
  const count = (sign: string) => header.split(sign).length;
  return [',', '\t', ';', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function columnName(text: string): string {
  return text
    .trim()
    .replaceAll('"', '')
    .replace(/^\uFEFF/, '')
    .toLowerCase();
}
