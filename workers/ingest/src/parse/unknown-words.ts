import { AsyncLocalStorage } from 'node:async_hooks';
import { lookUp } from './fields.ts';

/** A word of a provider that this service does not know. Its row is stored all the same. */
export interface UnknownWord {
  /** The field that has it, as the provider names it. */
  field: string;
  word: string;
  /** Number of times. */
  count: number;
}

/** Most different words that are collected. More have the same cause: a field of another meaning. */
const maxWords = 100;
const maxWordLength = 80;

type Collected = Map<string, UnknownWord>;

/** The words of what runs: of a parse in its thread, of a feed in the service. Nothing else is known to run it. */
const collecting = new AsyncLocalStorage<Collected>();

/** Runs a task, and collects the unknown words that it meets. */
export async function collectingUnknownWords<T>(
  task: () => T | Promise<T>,
): Promise<{ result: T; unknownWords: UnknownWord[] }> {
  const collected: Collected = new Map();
  const result = await collecting.run(collected, async () => task());
  return { result, unknownWords: [...collected.values()] };
}

/** Counts an unknown word. Nothing happens where nobody collects them. */
export function noteUnknownWord(field: string, word: string, count = 1): void {
  const collected = collecting.getStore();
  if (!collected) return;
  const short = word.slice(0, maxWordLength);
  const key = `${field}\0${short}`;
  const known = collected.get(key);
  if (known) known.count += count;
  else if (collected.size < maxWords) collected.set(key, { field, word: short, count });
}

/**
 * Looks up a word of the provider in a table. A word that the table lacks is counted and undefined; a missing one is
 * undefined alone.
 */
export function knownWord<T>(
  table: Readonly<Record<string, T>>,
  word: string | null | undefined,
  field: string,
): T | undefined {
  const found = lookUp(table, word);
  if (found === undefined && word) noteUnknownWord(field, word);
  return found;
}
