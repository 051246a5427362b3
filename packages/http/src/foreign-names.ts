import type { Endpoint } from './endpoint.ts';
import type { Param } from './params.ts';

/**
 * Parameters of other APIs, in lower case, and what to write instead. Ignoring one would answer another question: all alerts of
 * the nation instead of those at a place. They are the names that the endpoint lists, and those that other APIs have for its
 * parameters.
 *
 * @throws {Error} if the endpoint lists a parameter that it has
 */
export function foreignNamesOf({ path, query, foreign = {} }: Pick<Endpoint<any>, 'path' | 'query' | 'foreign'>) {
  const hints = new Map<string, string>();
  const own = new Set(Object.keys(query).map((name) => name.toLowerCase()));
  for (const [name, param] of Object.entries(query)) {
    for (const other of param.alsoCalled ?? []) hints.set(other.toLowerCase(), hintOf(name, param));
  }
  for (const name of own) hints.delete(name);
  for (const [name, hint] of Object.entries(foreign)) {
    if (own.has(name.toLowerCase())) throw new Error(`${path} has the parameter ${name}, which it lists as foreign`);
    hints.set(name.toLowerCase(), hint);
  }
  return hints;
}

function hintOf(name: string, { example, json }: Param): string {
  const [first] = (json.enum as unknown[] | undefined) ?? [json.default];
  const value = (example ?? first) as string | number | boolean | undefined;
  return value === undefined ? `Write ${name}` : `Write ${name}, as in ${name}=${value}`;
}
