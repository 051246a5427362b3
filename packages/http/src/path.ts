/** A segment of a path: fixed text, or a parameter with fixed text around it (`{y}.png`). */
type Segment = { text: string } | { before: string; name: string; after: string };

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

/** The path in the form of the router: `/docs/:"file"`. */
export function routerPath(path: string): string {
  const texts = segmentsOf(path).map((segment) =>
    'text' in segment
      ? literally(segment.text)
      : `${literally(segment.before)}:"${segment.name}"${literally(segment.after)}`,
  );
  return `/${texts.join('/')}`;
}

/** Escapes what the router reads as syntax. */
function literally(text: string): string {
  return text.replace(/[{}()[\]+?!:*\\]/g, String.raw`\$&`);
}

/**
 * Orders paths by precedence, from the first segment to the last: fixed text before a parameter; of two parameters, the one
 * with more fixed text around it.
 */
export function comparePaths(a: string, b: string): number {
  const [first, second] = [segmentsOf(a), segmentsOf(b)];
  for (let i = 0; i < Math.min(first.length, second.length); i++) {
    const [one, other] = [openness(first[i]), openness(second[i])];
    if (one !== other) return one - other;
  }
  return first.length - second.length;
}

/** Lowest for fixed text. */
function openness(segment: Segment): number {
  return 'text' in segment ? -Infinity : -segment.before.length - segment.after.length;
}

/** The path without the slashes at its end. */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === 47) end--;
  return path.slice(0, end);
}

/** The names of a path's parameters, in order. */
export function pathNames(path: string): string[] {
  return segmentsOf(path).flatMap((segment) => ('name' in segment ? [segment.name] : []));
}
