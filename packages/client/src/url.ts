/** Below this lies every path. */
const prefix = '/api/v1';

/**
 * The URL of a path with its parameters: those that the path names stand in it, the others in the query. What is
 * undefined is left out.
 *
 * @throws {TypeError} where the path names a parameter that is not there, or that would lead to another path
 */
export function urlOf(baseUrl: string, path: string, params: object): string {
  const left = new Map(Object.entries(params).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(left.get(name) ?? '');
    if (text === '') throw new TypeError(`${path} needs ${name}`);
    left.delete(name);
    return encodeURIComponent(text);
  });
  if (/\/\.{1,2}(?:\/|$)/.test(filled)) throw new TypeError(`${filled} leads to another path`);
  const query = new URLSearchParams([...left].map(([name, value]) => [name, String(value)])).toString();
  return `${baseUrl.replace(/\/+$/, '')}${prefix}${filled}${query === '' ? '' : `?${query}`}`;
}
