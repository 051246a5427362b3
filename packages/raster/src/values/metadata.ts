import { DataError } from '@severe/base';
import { readMetadata, type Directory, type MetadataItem } from '@severe/tiff/container';
import type { Absent, Field, Geometry } from '../field.ts';

/** The meaning of the cells of a value file. */
export type Description = Pick<Field, 'scale' | 'offset' | 'absent' | 'geometry'>;

/** Name of our metadata item: what the standard tags cannot express exactly, or at all. */
const fieldItem = 'SEVERE_FIELD';

/**
 * The metadata items of a field. Readers based on GDAL apply scale and offset. Our own item holds all absent codes (the
 * nodata tag has room for one) and the exact geometry.
 */
export function describeField({ scale, offset, absent, geometry }: Description, units?: string): MetadataItem[] {
  return [
    { name: 'OFFSET', sample: 0, role: 'offset', value: String(offset) },
    { name: 'SCALE', sample: 0, role: 'scale', value: String(scale) },
    ...(units ? [{ name: 'UNITTYPE', sample: 0, role: 'unittype', value: units }] : []),
    { name: fieldItem, value: JSON.stringify({ absent, geometry }) },
  ];
}

/** @throws {DataError} `values-metadata` when `describeField` did not write them */
export function readDescription(directory: Directory): Description {
  const items = new Map(readMetadata(directory).map(({ name, value }) => [name, value]));
  const ours = parseJson(itemOf(items, fieldItem));
  return {
    scale: numberOf(itemOf(items, 'SCALE'), 'SCALE'),
    offset: numberOf(itemOf(items, 'OFFSET'), 'OFFSET'),
    absent: absentOf(ours.absent),
    geometry: geometryOf(ours.geometry),
  };
}

/** Numeric fields of each kind of geometry. */
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
  if (kind === 'geostationary' && geometry.sweep !== 'x' && geometry.sweep !== 'y') {
    refuse('has a geostationary geometry without its sweep');
  }
  if (kind === 'projected' && typeof geometry.proj4 !== 'string') refuse('has a geometry without its projection');
  return given as Geometry;
}

function absentOf(given: unknown): Absent[] {
  const valid = (entry: Partial<Absent>) =>
    Number.isInteger(entry?.code) && (entry.means === 'nothing' || entry.means === 'missing');
  if (!Array.isArray(given) || !given.every(valid)) refuse('does not list its absent codes');
  return given as Absent[];
}

function itemOf(items: Map<string, string>, name: string): string {
  return items.get(name) ?? refuse(`has no item ${name} in its metadata: this program did not write it`);
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
    throw new DataError('values-metadata', `the item ${fieldItem} of the value file is not JSON`, { cause });
  }
}

function refuse(problem: string): never {
  throw new DataError('values-metadata', `the value file ${problem}`);
}
