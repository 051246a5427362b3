import { createAjv } from './ajv.ts';
import type { Endpoint } from './endpoint.ts';

const ajv = createAjv();

/**
 * What is wrong with a body, held against the response that its endpoint promises. For tests: a field that is not in the
 * schema is a fault here too, although a client must not mind it.
 *
 * @returns a sentence for each fault, none when the body is as promised
 */
export function responseProblems({ path, response }: Endpoint<any>, body: unknown): string[] {
  if (!('json' in response)) throw new Error(`${path} has no schema`);
  if (ajv.validate(closed(response.json) as object, body)) return [];
  return (ajv.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

/** The same schema, where every object with named fields has no others. */
function closed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(closed);
  if (typeof json !== 'object' || json === null) return json;
  const copy = Object.fromEntries(Object.entries(json).map(([word, value]) => [word, closed(value)]));
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}
