import { wktOf } from '@severe/geo';
import type { Endpoint } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import type { ListedFeature } from '../features-of.ts';

/** A column of a table. */
interface Column {
  name: string;
  valueOf: (feature: ListedFeature) => Cell;
}

/** A JSON Schema of a field, as far as its columns depend on it. */
interface Field {
  properties?: Record<string, Field>;
  anyOf?: Field[];
}

/**
 * The columns of a list: its fields in the order of its schema, those of objects with the name of the object before theirs
 * (`tags_hail_in`), then the place: `lon` and `lat` of points, else `wkt`. They do not depend on what the list has now.
 */
export function columnsOf({ response }: Endpoint<ApiContext>, geometry: 'point' | 'any'): Column[] {
  const collection = (response as { json: Field }).json.properties!;
  const feature = (collection.features as { items: Field }).items.properties!;
  const fields = fieldsOf(feature.properties.properties!, []);
  const hasId = fields.some(({ name }) => name === 'id');
  return [...(hasId ? [] : [{ name: 'id', valueOf: ({ id }: ListedFeature) => id }]), ...fields, ...places[geometry]];
}

const places: Record<'point' | 'any', Column[]> = {
  point: [
    { name: 'lon', valueOf: ({ geometry }) => geometry?.coordinates[0] as Cell },
    { name: 'lat', valueOf: ({ geometry }) => geometry?.coordinates[1] as Cell },
  ],
  any: [{ name: 'wkt', valueOf: ({ geometry }) => geometry && wktOf(geometry) }],
};

function fieldsOf(fields: Record<string, Field>, path: string[]): Column[] {
  return Object.entries(fields).flatMap(([name, field]): Column[] => {
    const here = [...path, name];
    const inner = [field, ...(field.anyOf ?? [])].find(({ properties }) => properties)?.properties;
    if (inner && !('coordinates' in inner)) return fieldsOf(inner, here);
    return [{ name: here.join('_'), valueOf: ({ properties }) => cellOf(valueAt(properties, here)) }];
  });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((at: unknown, name) => (at as Record<string, unknown> | null | undefined)?.[name], value);
}

/** A value as a cell: words of a list are joined by semicolons, geometries are Well-Known Text, other objects JSON. */
function cellOf(value: unknown): Cell {
  if (typeof value !== 'object' || value === null) return value as Cell;
  if (Array.isArray(value))
    return value.every((item) => typeof item !== 'object') ? value.join(';') : JSON.stringify(value);
  return 'coordinates' in value ? wktOf(value as Parameters<typeof wktOf>[0]) : JSON.stringify(value);
}

/** What a cell of a table may hold. */
type Cell = string | number | boolean | null | undefined;

const needsQuotes = /[",\r\n]/;

/** Cells as a line of a table (RFC 4180): nothing for what is absent, quotes around what would end a cell. */
export const lineOf = (cells: readonly Cell[]): string => `${cells.map(textOf).join(',')}\r\n`;

function textOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
