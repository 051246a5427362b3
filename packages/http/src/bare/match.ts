import { segmentsOf, withoutSlashes } from '../path.ts';

/** The value of a path, and the texts of its parameters, percent-encoded. */
interface Match<T> {
  value: T;
  texts: string[];
}

/** A node of the path tree: edges with fixed text, edges with a parameter, and the value of the path that ends here. */
interface Node<T> {
  fixed: Map<string, Node<T>>;
  open: { before: string; after: string; node: Node<T> }[];
  value: T | undefined;
}

/**
 * Compiles paths into a tree of segments, so that the cost of a match depends on the length of the path only. A fixed
 * segment takes precedence over a parameter; of two parameters, the one with more fixed text around it.
 *
 * @param entries paths of endpoints (`/radar/tiles/{product}/{z}/{x}/{y}.png`) with their values
 * @returns finds the entry for a URL path below the prefix, or undefined
 */
export function compileMatch<T>(entries: Iterable<[path: string, value: T]>): (path: string) => Match<T> | undefined {
  const root = emptyNode<T>();
  for (const [path, value] of entries) {
    let node = root;
    for (const segment of segmentsOf(path)) node = 'text' in segment ? fixed(node, segment.text) : open(node, segment);
    node.value = value;
  }

  return (path) => {
    if (path.charCodeAt(0) !== 47)
      return path === '' && root.fixed.has('') ? found(root.fixed.get('')!, []) : undefined;
    return walk(root, path.split('/'), 1, []);
  };
}

/**
 * The same for a path with slashes at its end: such paths lead to the entry without them.
 *
 * @returns the entry, and its path if that differs from the given one
 */
export function matchSlashed<T>(
  match: (path: string) => Match<T> | undefined,
  path: string,
): (Match<T> & { unslashed?: string }) | undefined {
  const found = match(path);
  if (found || !path.endsWith('/')) return found;
  const unslashed = withoutSlashes(path);
  const meant = unslashed === '' ? undefined : match(unslashed);
  return meant && { ...meant, unslashed };
}

function walk<T>(node: Node<T>, parts: string[], at: number, texts: string[]): Match<T> | undefined {
  if (at === parts.length) return found(node, texts);
  const part = parts[at];
  const next = node.fixed.get(part);
  const match = next && walk(next, parts, at + 1, texts);
  if (match) return match;
  for (const { before, after, node: inner } of node.open) {
    if (part.length <= before.length + after.length || !part.startsWith(before) || !part.endsWith(after)) continue;
    const match = walk(inner, parts, at + 1, [...texts, part.slice(before.length, part.length - after.length)]);
    if (match) return match;
  }
  return undefined;
}

function found<T>({ value }: Node<T>, texts: string[]): Match<T> | undefined {
  return value === undefined ? undefined : { value, texts };
}

function fixed<T>(node: Node<T>, text: string): Node<T> {
  const next = node.fixed.get(text) ?? emptyNode<T>();
  node.fixed.set(text, next);
  return next;
}

function open<T>(node: Node<T>, { before, after }: { before: string; after: string }): Node<T> {
  const existing = node.open.find((edge) => edge.before === before && edge.after === after);
  if (existing) return existing.node;
  const edge = { before, after, node: emptyNode<T>() };
  node.open.push(edge);
  node.open.sort((a, b) => b.before.length + b.after.length - (a.before.length + a.after.length));
  return edge.node;
}

function emptyNode<T>(): Node<T> {
  return { fixed: new Map(), open: [], value: undefined };
}
