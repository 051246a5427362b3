/** The parser thread: parses payloads, one after another. */
import { outcomeOf, type Outcome } from '@severe/async/outcome';
import { startTaskClock } from '@severe/async/task-clock';
import { collectingUnknownWords, type UnknownWord } from '../parse/unknown-words.ts';
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

export default function parse({ name, given, cell }: ParseRequest): Promise<Outcome<ParseResult>> {
  startTaskClock(cell);
  return outcomeOf(async () => {
    const parser = parsers[name] as (...values: unknown[]) => unknown;
    const { result, unknownWords } = await collectingUnknownWords(() => parser(...given));
    return { value: result, unknownWords };
  });
}
