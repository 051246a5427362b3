/** The parser thread: parses payloads, one after another. */
import { collectGarbage } from '@severe/async/collect-garbage';
import { outcomeOf, type Outcome } from '@severe/async/outcome';
import { startTaskClock } from '@severe/async/task-clock';
import { decode } from '../parse/payload.ts';
import { collectingUnknownWords, type UnknownWord } from '../parse/unknown-words.ts';
import { largeLength, lengthOf } from './large-texts.ts';
import { parsers, type Parsers } from './parsers.ts';

/** A request to the thread. */
export interface ParseRequest {
  name: keyof Parsers;
  given: unknown[];
  /** Of the task's clock. */
  cell: SharedArrayBuffer;
}

/** What a parser returned, and the words that it did not know. */
export interface ParseResult {
  value: unknown;
  unknownWords: UnknownWord[];
}

export default async function parse({ name, given, cell }: ParseRequest): Promise<Outcome<ParseResult>> {
  startTaskClock(cell);
  const outcome = await outcomeOf(async () => {
    const parser = parsers[name] as (...values: unknown[]) => unknown;
    const values = given.map((value) => (value instanceof Uint8Array ? decode(value) : value));
    const { result, unknownWords } = await collectingUnknownWords(() => parser(...values));
    return { value: result, unknownWords };
  });
  // Of a list of 15 MB a hundred are left, and the heap would grow with every further list before it is collected.
  if (given.some((value) => lengthOf(value) > largeLength)) collectGarbage();
  return outcome;
}
