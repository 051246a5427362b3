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

/** The first block of a body whose length is not announced; later ones are as large as all before, up to the most. */
const firstBlockBytes = 1 << 14;
/** Copied in less than a millisecond. */
const mostBlockBytes = 1 << 20;

/**
 * What has been read of a body, in blocks. Parts are copied as they come, since many that wait to be joined fill memory. One
 * buffer that grows would be copied whole, again and again.
 */
class Read {
  readonly #blocks: Buffer[] = [];
  /** Bytes that are used of the last block. */
  #used = 0;
  length = 0;

  /** @param announced length of the body; 0: not known */
  constructor(announced: number) {
    if (announced > 0) this.#blocks.push(Buffer.allocUnsafeSlow(announced));
  }

  add(part: Uint8Array): void {
    for (let at = 0; at < part.length;) {
      const block = this.#blocks.at(-1);
      if (!block || this.#used === block.length) {
        const size = Math.max(firstBlockBytes, Math.min(this.length, mostBlockBytes));
        this.#blocks.push(Buffer.allocUnsafeSlow(size));
        this.#used = 0;
        continue;
      }
      const copied = part.subarray(at, at + block.length - this.#used);
      block.set(copied, this.#used);
      this.#used += copied.length;
      at += copied.length;
      this.length += copied.length;
    }
  }

  /** All of it. Other work is done between its blocks. */
  async bytes(): Promise<Buffer> {
    if (this.#blocks.length === 1 && this.#blocks[0].length === this.length) return this.#blocks[0];
    const bytes = Buffer.allocUnsafeSlow(this.length);
    for (let at = 0; at < bytes.length;) {
      const block = this.#blocks.shift()!;
      at += block.copy(bytes, at, 0, Math.min(block.length, bytes.length - at));
      if (this.#blocks.length > 0) await nextTurn();
    }
    return bytes;
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
  return await read.bytes();
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
