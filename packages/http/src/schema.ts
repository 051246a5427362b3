import type { Schema } from './params.ts';

/**
 * Shapes of responses, as JSON Schema 2020-12 that carries its TypeScript type. Imported as `shape`, so that
 * `shape.text()` (a field that is always present) is distinct from `text()` (a parameter that may be absent).
 */

/** Documentation of a field. */
interface About {
  about?: string;
  example?: unknown;
}

/** The TypeScript type of a schema. */
export type TypeOf<S> = S extends Schema<infer T> ? T : never;

function schema<T>(json: Record<string, unknown>, { about, example }: About): Schema<T> {
  return {
    json: {
      ...json,
      ...(about === undefined ? {} : { description: about }),
      ...(example === undefined ? {} : { examples: [example] }),
    },
  };
}

/** Any text. */
export function text(about: About = {}): Schema<string> {
  return schema({ type: 'string' }, about);
}

/** A time: RFC 3339 in UTC with whole seconds. */
export function time(about: About = {}): Schema<string> {
  return schema({ type: 'string', format: 'date-time' }, { example: '2026-05-20T22:18:00Z', ...about });
}

/** A finite number. */
export function number(about: About & { min?: number; max?: number } = {}): Schema<number> {
  return schema({ type: 'number', ...bounds(about) }, about);
}

/** A whole number. */
export function integer(about: About & { min?: number; max?: number } = {}): Schema<number> {
  return schema({ type: 'integer', ...bounds(about) }, about);
}

/** True or false. */
export function boolean(about: About = {}): Schema<boolean> {
  return schema({ type: 'boolean' }, about);
}

/** One of these words. */
export function oneOf<const T extends string>(choices: readonly T[], about: About = {}): Schema<T> {
  return schema({ type: 'string', enum: [...choices] }, about);
}

/** An object; every declared field is always present. */
export function object<F extends Record<string, Schema<any>>>(
  fields: F,
  about: About = {},
): Schema<{ [K in keyof F]: TypeOf<F[K]> }> {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.json]));
  return schema({ type: 'object', properties, required: Object.keys(fields) }, about);
}

/** An object whose field names are data, such as identifiers. */
export function recordOf<T>(value: Schema<T>, about: About = {}): Schema<Record<string, T>> {
  return schema({ type: 'object', additionalProperties: value.json }, about);
}

/** A list; `length` fixes the number of items. */
export function arrayOf<T>(item: Schema<T>, about: About & { length?: number } = {}): Schema<T[]> {
  const { length } = about;
  return schema(
    { type: 'array', items: item.json, ...(length === undefined ? {} : { minItems: length, maxItems: length }) },
    about,
  );
}

/** The value, or null if it is unknown. */
export function nullable<T>(value: Schema<T>): Schema<T | null> {
  const { json } = value;
  // An enumeration or a named shape cannot list null as a second type.
  if (typeof json.type !== 'string' || 'enum' in json || 'title' in json) {
    return { json: { anyOf: [json, { type: 'null' }] } };
  }
  return { json: { ...json, type: [json.type, 'null'] } };
}

/** A value of either shape. */
export function either<A, B>(one: Schema<A>, other: Schema<B>): Schema<A | B> {
  return { json: { anyOf: [one.json, other.json] } };
}

/** Names a shape; it becomes a component of the OpenAPI document. */
export function named<T>(name: string, value: Schema<T>): Schema<T> {
  return { ...value, json: { title: name, ...value.json } };
}

/** The same shape under another media type, such as `application/geo+json`. */
export function withMedia<T>(media: string, value: Schema<T>): Schema<T> {
  return { ...value, media };
}

function bounds({ min, max }: { min?: number; max?: number }): Record<string, number> {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
}
