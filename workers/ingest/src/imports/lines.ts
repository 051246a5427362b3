import type { Readable } from 'node:stream';
import { DataError } from '@severe/base';

/** A line that is longer belongs to another kind of file. */
const longestLine = 16 << 20;

/** Lines of a text in UTF-8, a bundle at a time, without their ends. @throws {DataError} `line` for one of megabytes */
export async function* linesOf(stream: Readable): AsyncIterable<string[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of stream) {
    const [end, ...lines] = decoder.decode(chunk as Buffer, { stream: true }).split('\n');
    rest += end; // what has been looked through is not looked through again
    if (rest.length > longestLine) throw new DataError('line', `a line is longer than ${longestLine} characters`);
    if (lines.length === 0) continue;
    const next = lines.pop()!;
    yield [rest, ...lines].map((line) => line.replace(/\r$/, ''));
    rest = next;
  }
  if (rest !== '') yield [rest];
}
