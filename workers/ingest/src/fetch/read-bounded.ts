import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGate } from '@severe/async';
import { DataError } from '@severe/base';
import type { Response } from 'undici';
import { roomForLargeText } from '../thread/large-texts.ts';

/** Forty providers can send at once, faster than the bytes are read: other work is done between such parts of each. */
const turnBytes = 1 << 16;
/**
 * Most bodies are smaller. Of larger ones some are read at a time, while parsers keep up: all together would take
 * gigabytes.
 */
const smallBytes = 1 << 20;
const largeBodies = createGate(4);

interface ReadOptions {
  /** The rest is not read. */
  maxBytes: number;
  /** Whether it waits for no others. */
  urgent?: boolean | undefined;
}

/** What has been read of a body. Parts are copied as they come: many that wait to be joined fill memory, and it takes milliseconds. */
class Read {
  #bytes: Buffer;
  length = 0;

  constructor(announced: number) {
    this.#bytes = Buffer.allocUnsafeSlow(announced);
  }

  add(part: Uint8Array): void {
    const length = this.length + part.length;
    if (length > this.#bytes.length) this.#resize(Math.max(length, 2 * this.#bytes.length));
    this.#bytes.set(part, this.length);
    this.length = length;
  }

  bytes(): Buffer {
    if (this.length < this.#bytes.length) this.#resize(this.length);
    return this.#bytes;
  }

  #resize(length: number): void {
    const bytes = Buffer.allocUnsafeSlow(length);
    this.#bytes.copy(bytes, 0, 0, this.length);
    this.#bytes = bytes;
  }
}

/**
 * The body of a response.
 *
 * @param host names the provider in the error
 * @throws {DataError} `too-large` past `maxBytes`
 */
export async function readBounded(
  { body, headers }: Response,
  host: string,
  { maxBytes, urgent = false }: ReadOptions,
): Promise<Buffer> {
  const tooLarge = new DataError('too-large', `${host} sends more than ${maxBytes} bytes`);
  const announced = Number.parseInt(headers.get('content-length') ?? '0', 10);
  const parts = body?.[Symbol.asyncIterator]();
  if (!parts) return Buffer.alloc(0);
  const isExact = announced > 0 && announced <= maxBytes && !headers.has('content-encoding');
  const read = new Read(isExact ? announced : 0);
  try {
    if (announced > maxBytes) throw tooLarge;
    const isSmall = await readUpTo(Math.min(smallBytes, maxBytes), parts, read);
    const readRest = (): Promise<boolean> => readUpTo(maxBytes, parts, read);
    const isWhole = isSmall || (await (urgent ? readRest() : largeBodies.run(() => roomForLargeText().then(readRest))));
    if (!isWhole) throw tooLarge;
  } finally {
    await parts.return?.();
  }
  return read.bytes();
}

/** Reads on until there are more bytes than that. @returns whether the body has ended before */
async function readUpTo(maxBytes: number, parts: AsyncIterator<Uint8Array>, read: Read): Promise<boolean> {
  for (let turn = read.length + turnBytes; read.length <= maxBytes;) {
    const { done, value } = await parts.next();
    if (done) return true;
    read.add(value);
    if (read.length < turn) continue;
    turn = read.length + turnBytes;
    await nextTurn();
  }
  return false;
}
