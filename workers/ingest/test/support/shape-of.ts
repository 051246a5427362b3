/** What a payload looks like: its paths with their types, and the words of its texts. */
export interface PayloadShape {
  /** Types by path: `features[].properties.basin` is `string`, or `null|string`. */
  types: Map<string, Set<string>>;
  /** Texts of one or two words by path, as far as a path has no more than some of them. */
  words: Map<string, Set<string>>;
}

/** A text that may be a word of a closed list: no time, number, address or sentence. */
const wordLike = /^[A-Za-z][A-Za-z_/()+-]*(?: [A-Za-z_/()+-]+){0,3}$/;
const mostWords = 40;

/** The shape of JSON values that are samples of one form. Coordinates are numbers in lists, however deep. */
export function shapeOfJson(values: unknown[]): PayloadShape {
  const shape: PayloadShape = { types: new Map(), words: new Map() };
  for (const value of values) visit(value, '', shape);
  for (const [path, words] of shape.words) if (words.size > mostWords) shape.words.delete(path);
  return shape;
}

function visit(value: unknown, path: string, shape: PayloadShape): void {
  if (path !== '') add(shape.types, path, typeOf(value));
  if (path.endsWith('coordinates')) return;
  if (Array.isArray(value)) for (const each of value) visit(each, `${path}[]`, shape);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) visit(each, path === '' ? key : `${path}.${key}`, shape);
  else if (typeof value === 'string' && wordLike.test(value)) add(shape.words, path, value);
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

/** The columns of a table as a shape: each header is a path. */
export function shapeOfHeader(lines: string[], separator = ','): PayloadShape {
  const columns = lines.flatMap((line) => line.split(separator));
  return { types: new Map(columns.map((name) => [name.trim(), new Set(['column'])])), words: new Map() };
}

/** The kinds of lines of texts as a shape: digits are `9`, words in small letters are `a`. */
export function shapeOfLines(texts: string[], kinds: Record<string, RegExp>): PayloadShape {
  const found = Object.entries(kinds).filter(([, pattern]) => texts.some((text) => pattern.test(text)));
  return { types: new Map(found.map(([name]) => [name, new Set(['line'])])), words: new Map() };
}

/** The differences of what is simulated from what is real, one line each, in order. */
export function differencesOf(real: PayloadShape, simulated: PayloadShape): string[] {
  const paths = [...new Set([...real.types.keys(), ...simulated.types.keys()])];
  const differences = paths.flatMap((path): string[] => {
    const [here, there] = [simulated.types.get(path), real.types.get(path)];
    const parent = path.replace(/(?:\.[^.]+|\[\])$/, '');
    if (!there) return isBelowMissing(real, simulated, parent, path) ? [] : [`+ ${path}`];
    if (!here) return isBelowMissing(simulated, real, parent, path) ? [] : [`- ${path}`];
    const others = [...here].filter((type) => type !== 'null' && !there.has(type) && !isOnlyNull(there));
    return others.length > 0 ? [`~ ${path}: ${[...there].sort().join('|')} → ${others.join('|')}`] : [];
  });
  for (const [path, words] of simulated.words) {
    const known = real.words.get(path);
    if (!known) continue;
    const others = [...words].filter((word) => !known.has(word));
    differences.push(...others.map((word) => `= ${path}: ${word}`));
  }
  return differences.sort();
}

function isOnlyNull(types: Set<string>): boolean {
  return types.size === 1 && types.has('null');
}

/** Whether a path is missing because that above it is: one line is enough. */
function isBelowMissing(lacking: PayloadShape, having: PayloadShape, parent: string, path: string): boolean {
  return parent !== path && having.types.has(parent) && !hasContent(lacking, parent);
}

function hasContent(shape: PayloadShape, path: string): boolean {
  const types = shape.types.get(path);
  return types !== undefined && (types.has('object') || types.has('list'));
}
