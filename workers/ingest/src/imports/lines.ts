import type { Readable } from 'node:stream';
import { DataError } from '@severe/base';

/** Maximum line length in characters; longer lines mean that the file has another format. */
const longestLine = 16 << 20;

/** Reads lines of UTF-8 text in batches, without line ends. @throws {DataError} `line` if a line is too long */
export async function* linesOf(stream: Readable): AsyncIterable<string[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of stream) {
    const [end, ...lines] = decoder.decode(chunk as Buffer, { stream: true }).split('\n');
    rest += end; // text without a line end is not searched again
    if (rest.length > longestLine) throw new DataError('line', `a line is longer than ${longestLine} characters`);
    if (lines.length === 0) continue;
    const next = lines.pop()!;
    yield [rest, ...lines].map((line) => line.replace(/\r$/, ''));
    rest = next;
  }
  if (rest !== '') yield [rest];
}
