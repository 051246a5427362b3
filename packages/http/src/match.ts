import { segmentsOf } from './path.ts';

/** What a path leads to, and what stood for its parameters, still percent-encoded. */
export interface Match<T> {
  value: T;
  texts: string[];
}

/** A place in the tree of paths: where fixed texts lead, then where parameters lead, and what ends here. */
interface Node<T> {
  fixed: Map<string, Node<T>>;
  open: { before: string; after: string; node: Node<T> }[];
  value: T | undefined;
}

/**
 * Compiles paths into a tree over their segments, so that finding one costs its length, however many there are. A fixed
 * segment goes before a parameter, and of two parameters the one with more fixed text around it.
 *
 * @param entries paths as endpoints have them (`/radar/tiles/{product}/{z}/{x}/{y}.png`), each with what it leads to
 * @returns finds the entry for the part of a URL below the prefix, or undefined
 */
export function compileMatch<T>(entries: Iterable<[path: string, value: T]>): (path: string) => Match<T> | undefined {
  const root = emptyNode<T>();
  for (const [path, value] of entries) {
    let node = root;
    for (const segment of segmentsOf(path)) node = 'text' in segment ? fixed(node, segment.text) : open(node, segment);
    if (node.value !== undefined) throw new Error(`two entries for the path ${path}`);
    node.value = value;
  }

  return (path) => {
    if (path.charCodeAt(0) !== 47)
      return path === '' && root.fixed.has('') ? found(root.fixed.get('')!, []) : undefined;
    return walk(root, path.split('/'), 1, []);
  };
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
  const known = node.open.find((edge) => edge.before === before && edge.after === after);
  if (known) return known.node;
  const edge = { before, after, node: emptyNode<T>() };
  node.open.push(edge);
  node.open.sort((a, b) => b.before.length + b.after.length - (a.before.length + a.after.length));
  return edge.node;
}

function emptyNode<T>(): Node<T> {
  return { fixed: new Map(), open: [], value: undefined };
}
