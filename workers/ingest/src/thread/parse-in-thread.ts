import { noteUnknownWord } from '../parse/unknown-words.ts';
import type { Payload } from '../parse/payload.ts';
import { countingLargeTexts } from './large-texts.ts';
import type { Parsers } from './parsers.ts';
import { ParserThread } from './parser-thread.ts';

/**
 * Parsers that do not wait for others: alerts come before all other data, listings of buckets before their files, and a
 * client waits for the forecast or the zone of a place.
 */
const urgent: ReadonlySet<keyof Parsers> = new Set<keyof Parsers>([
  'alerts',
  'listing',
  'gridPoint',
  'gridForecast',
  'gridPeriods',
  'zoneCodes',
]);

/** Threads start at their first payload. */
const threads = { urgent: new ParserThread(), other: new ParserThread() };

/**
 * Parses a payload of a provider in a thread, so that no payload can block this one. Threads are reused and do not keep
 * the process alive. A large body is given to the thread, not copied: it has no bytes afterwards. Words that the parser does not know are counted for the feed that asked.
 *
 * @throws {DataError} as the parser; `too-slow` and `too-hungry` for a payload beyond the limits of the thread
 */
export async function parseInThread<Name extends keyof Parsers>(
  name: Name,
  ...given: Given<Parameters<Parsers[Name]>>
): Promise<Awaited<ReturnType<Parsers[Name]>>> {
  const thread = urgent.has(name) ? threads.urgent : threads.other;
  const { value, unknownWords } = await countingLargeTexts(given, () => thread.run(name, given));
  for (const { field, word, count } of unknownWords) noteUnknownWord(field, word, count);
  return value as Awaited<ReturnType<Parsers[Name]>>;
}

/** Parameters of a parser, whose texts may be bodies. */
type Given<Values extends unknown[]> = {
  [Index in keyof Values]: string extends Values[Index] ? Values[Index] | Payload : Values[Index];
};
