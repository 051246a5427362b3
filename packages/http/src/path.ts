/** A segment of a path: fixed text, or a parameter with fixed text around it (`{y}.png`). */
export type Segment = { text: string } | { before: string; name: string; after: string };

/** Path prefix of every endpoint of the API. */
export const apiPrefix = '/api/v1';

/**
 * The segments of an endpoint's path.
 *
 * @throws {Error} if a segment has more than one parameter, or unbalanced braces
 */
export function segmentsOf(path: string): Segment[] {
  if (!path.startsWith('/')) throw new Error(`the path ${path} must begin with a slash`);
  return path
    .slice(1)
    .split('/')
    .map((part) => {
      const match = /^([^{}]*)\{([A-Za-z][A-Za-z0-9_]*)\}([^{}]*)$/.exec(part);
      if (match) return { before: match[1], name: match[2], after: match[3] };
      if (/[{}]/.test(part)) throw new Error(`the path ${path} has an invalid segment: ${part}`);
      return { text: part };
    });
}

/** The names of a path's parameters, in order. */
export function pathNames(path: string): string[] {
  return segmentsOf(path).flatMap((segment) => ('name' in segment ? [segment.name] : []));
}
