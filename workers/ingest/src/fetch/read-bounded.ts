import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGate } from '@severe/async';
import { DataError } from '@severe/base';
import type { Response } from 'undici';

/** Forty providers can send at once, faster than the bytes are read: other work is done between such parts of each. */
const turnBytes = 1 << 18;
/** Most bodies are smaller. Of larger ones some are read at a time: all together would take gigabytes. */
const smallBytes = 4 << 20;
const largeBodies = createGate(4);

/** What has been read of a body. */
interface Read {
  chunks: Uint8Array[];
  length: number;
}

/**
 * The body of a response.
 *
 * @param host names the provider in the error
 * @throws {DataError} `too-large` past `maxBytes`; the rest is not read
 */
export async function readBounded({ body, headers }: Response, host: string, maxBytes: number): Promise<Buffer> {
  const tooLarge = new DataError('too-large', `${host} sends more than ${maxBytes} bytes`);
  const read: Read = { chunks: [], length: 0 };
  const parts = body?.[Symbol.asyncIterator]();
  if (!parts) return Buffer.alloc(0);
  try {
    if (Number(headers.get('content-length')) > maxBytes) throw tooLarge;
    const isSmall = await readUpTo(Math.min(smallBytes, maxBytes), parts, read);
    const isWhole = isSmall || (await largeBodies.run(() => readUpTo(maxBytes, parts, read)));
    if (!isWhole) throw tooLarge;
  } finally {
    await parts.return?.();
  }
  return Buffer.concat(read.chunks, read.length);
}

/** Reads on until there are more bytes than that. @returns whether the body has ended before */
async function readUpTo(maxBytes: number, parts: AsyncIterator<Uint8Array>, read: Read): Promise<boolean> {
  for (let turn = read.length + turnBytes; read.length <= maxBytes;) {
    const { done, value } = await parts.next();
    if (done) return true;
    read.chunks.push(value);
    read.length += value.length;
    if (read.length < turn) continue;
    turn = read.length + turnBytes;
    await nextTurn();
  }
  return false;
}
