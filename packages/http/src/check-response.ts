import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createAjv } from './ajv.ts';
import type { Endpoint } from './endpoint.ts';

const ajv = createAjv();

/** A schema is compiled once: that takes milliseconds, and tests check thousands of responses. */
const validators = new WeakMap<object, ValidateFunction>();

/**
 * Validates a body against the response schema of its endpoint. For tests: a field that is not in the schema is an error
 * here, although clients must accept it.
 *
 * @returns one sentence per error; empty if the body is valid
 */
export function responseProblems({ path, response }: Endpoint<any>, body: unknown): string[] {
  if (!('json' in response)) throw new Error(`${path} has no schema`);
  const schema: object = response.json;
  const validate = validators.get(schema) ?? ajv.compile(closed(schema) as object);
  validators.set(schema, validate);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

/** The same schema without additional properties in objects that declare properties. */
function closed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(closed);
  if (typeof json !== 'object' || json === null) return json;
  const copy = Object.fromEntries(Object.entries(json).map(([word, value]) => [word, closed(value)]));
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}
