import { DataError } from '@severe/base';
import type { Absent, Field, Geometry } from '../field.ts';

/** What a value file says of its numbers, besides the numbers. */
export type Description = Pick<Field, 'scale' | 'offset' | 'absent' | 'geometry'>;

/** Our item of the metadata: what the standard tags cannot say exactly, or not at all. */
const ourItem = 'SEVERE_FIELD';

/**
 * The text of the GDAL_METADATA tag. Every reader that is built on GDAL applies scale and offset. Our own item holds
 * all absent codes (the tag for nodata has room for one) and the geometry to the last bit.
 */
export function metadataXml({ scale, offset, absent, geometry }: Description, units?: string): string {
  const items = [
    `<Item name="OFFSET" sample="0" role="offset">${offset}</Item>`,
    `<Item name="SCALE" sample="0" role="scale">${scale}</Item>`,
    ...(units ? [`<Item name="UNITTYPE" sample="0" role="unittype">${escapeXml(units)}</Item>`] : []),
    `<Item name="${ourItem}">${escapeXml(JSON.stringify({ absent, geometry }))}</Item>`,
  ];
  return `<GDALMetadata>\n${items.map((item) => `  ${item}\n`).join('')}</GDALMetadata>\n`;
}

/** @throws {DataError} `values-metadata` when the text is not one that `metadataXml` wrote */
export function parseMetadata(xml: string): Description {
  const ours = parseJson(itemOf(xml, ourItem));
  return {
    scale: numberOf(itemOf(xml, 'SCALE'), 'SCALE'),
    offset: numberOf(itemOf(xml, 'OFFSET'), 'OFFSET'),
    absent: absentOf(ours.absent),
    geometry: geometryOf(ours.geometry),
  };
}

/** Numbers that each kind of geometry consists of. */
const geometryNumbers: Record<Geometry['kind'], string[]> = {
  latlon: ['west', 'north', 'stepLon', 'stepLat'],
  lambert: ['radius', 'lat1', 'lat2', 'latOrigin', 'lonOrigin', 'x0', 'y0', 'stepX', 'stepY'],
  geostationary: ['height', 'lonOrigin', 'major', 'minor', 'x0', 'y0', 'stepX', 'stepY'],
  projected: ['x0', 'y0', 'stepX', 'stepY'],
};

function geometryOf(given: unknown): Geometry {
  const geometry = (given ?? {}) as Record<string, unknown>;
  const kind = String(geometry.kind);
  if (!Object.hasOwn(geometryNumbers, kind)) refuse(`has a geometry of the kind ${kind}`);
  for (const name of geometryNumbers[kind as Geometry['kind']]) {
    if (!Number.isFinite(geometry[name])) refuse(`has a geometry whose ${name} is ${String(geometry[name])}`);
  }
  if (kind === 'geostationary' && geometry.sweep !== 'x' && geometry.sweep !== 'y')
    refuse('has a view without its sweep');
  if (kind === 'projected' && typeof geometry.proj4 !== 'string') refuse('has a geometry without its projection');
  return given as Geometry;
}

function absentOf(given: unknown): Absent[] {
  const known = (entry: Partial<Absent>) =>
    Number.isInteger(entry?.code) && (entry.means === 'nothing' || entry.means === 'missing');
  if (!Array.isArray(given) || !given.every(known)) refuse('does not list its absent codes');
  return given as Absent[];
}

function itemOf(xml: string, name: string): string {
  const start = xml.indexOf(`<Item name="${name}"`);
  const open = xml.indexOf('>', start);
  const close = xml.indexOf('</Item>', open);
  if (start < 0 || open < 0 || close < 0) refuse(`has no item ${name} in its metadata: it is not one of ours`);
  return unescapeXml(xml.slice(open + 1, close));
}

function numberOf(text: string, name: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) refuse(`has ${name} ${JSON.stringify(text)}, needed is a number`);
  return value;
}

function parseJson(text: string): { absent?: unknown; geometry?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as object;
  } catch (cause) {
    throw new DataError('values-metadata', `the value file has an item ${ourItem} that is no JSON`, { cause });
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Text as it may stand in an element. */
export const escapeXml = (text: string) => text.replace(/[&<>]/g, (character) => entities[character]);
const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

function refuse(problem: string): never {
  throw new DataError('values-metadata', `the value file ${problem}`);
}
