/** Prefix of every path of the API. */
const prefix = '/api/v1';

/**
 * The URL of a path with its parameters. Parameters that the path names go into it, the others into the query.
 * Undefined parameters are left out.
 *
 * @throws {TypeError} if a parameter of the path is missing, or would lead to another path
 */
export function urlOf(baseUrl: string, path: string, params: object): string {
  const { filled, missing, query } = fill(path, params);
  if (missing.length > 0) throw new TypeError(`${path} needs ${missing[0]}`);
  return joined(baseUrl, filled, query);
}

/**
 * The URL template of a path of map tiles: as `urlOf`, but `{z}`, `{x}` and `{y}` stay in the path.
 *
 * @throws {TypeError} as `urlOf`
 */
export function templateOf(baseUrl: string, path: string, params: object): string {
  const { filled, missing, query } = fill(path, params);
  const needed = missing.find((name) => !/^[zxy]$/.test(name));
  if (needed !== undefined) throw new TypeError(`${path} needs ${needed}`);
  return joined(baseUrl, filled, query);
}

/** The path with its parameters filled in, the names of those that are missing, and the query. */
function fill(path: string, params: object): { filled: string; missing: string[]; query: string } {
  const rest = new Map(Object.entries(params).filter(([, value]) => value !== undefined));
  const missing: string[] = [];
  const filled = path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const text = String(rest.get(name) ?? '');
    rest.delete(name);
    if (text !== '') return encodeURIComponent(text);
    missing.push(name);
    return placeholder;
  });
  if (/\/\.{1,2}(?:\/|$)/.test(filled)) throw new TypeError(`${filled} leads to another path`);
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString();
  return { filled, missing, query };
}

function joined(baseUrl: string, path: string, query: string): string {
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}${prefix}${path}${query === '' ? '' : `?${query}`}`;
}
