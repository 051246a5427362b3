import type { Dice } from '@severe/testing/hostile/dice';

/** What a long run in a text may consist of: what separates, what words and numbers are made of, and what both may be. */
const runs = [
  ' ',
  '\n',
  '\t',
  '.',
  '-',
  '/',
  ':',
  '0',
  'a',
  'A',
  'a ',
  'A ',
  '0 ',
  '. ',
  '...',
  '\n ',
  ' \n',
  '((',
  '<a',
  '$$\n',
  '&&\n',
  'x:',
];

/** Makes a text with a run of some length somewhere in it. */
export type Lengthen = (length: number) => string;

/** A text in which a run can grow, at a place that the dice choose. What is JSON stays JSON. */
export function lengthened(text: string, dice: Dice): { how: string; lengthen: Lengthen } {
  const run = dice.oneOf(runs);
  const parsed = jsonOf(text);
  if (parsed === undefined) {
    const at = placeIn(text, dice);
    return { how: `${JSON.stringify(run)} at ${at}`, lengthen: (length) => withRun(text, at, run, length) };
  }
  const strings: [holder: Record<string, unknown>, key: string][] = [];
  collectStrings(parsed, strings);
  if (strings.length === 0) return { how: 'a number', lengthen: () => text };
  const [holder, key] = dice.oneOf(strings);
  const before = holder[key] as string;
  const at = placeIn(before, dice);
  return {
    how: `${JSON.stringify(run)} at ${at} of ${key}`,
    lengthen(length) {
      holder[key] = withRun(before, at, run, length);
      const made = JSON.stringify(parsed);
      holder[key] = before;
      return made;
    },
  };
}

function withRun(text: string, at: number, run: string, length: number): string {
  return text.slice(0, at) + run.repeat(Math.ceil(length / run.length)) + text.slice(at);
}

/** A place where a word, a number or a line begins or ends, or anywhere. */
function placeIn(text: string, dice: Dice): number {
  const places = [...text.matchAll(/\b|$/gm)].map(({ index }) => index);
  return places.length === 0 || dice.below(4) === 0 ? dice.below(text.length + 1) : dice.oneOf(places);
}

function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? shortened(value) : undefined;
  } catch {
    return undefined;
  }
}

/** A value whose lists have two items at most: the parser of one item is what is tried. */
function shortened<T>(value: T): T {
  if (Array.isArray(value))
    return (value.length > 0 && typeof value[0] === 'number' ? value : value.slice(0, 2).map(shortened)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)])) as T;
}

function collectStrings(value: unknown, into: [Record<string, unknown>, string][]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') into.push([value as Record<string, unknown>, key]);
    else collectStrings(inner, into);
  }
}
