import { NexradError } from '../error.ts';
import { Bits } from './bits.ts';
import { readBlock } from './block.ts';
import { crcOf } from './crc.ts';

const levelBytes = 100_000; // bytes of a block per level
const blockMagic = [0x314159, 0x265359]; // digits of pi, in two halves
const endMagic = [0x177245, 0x385090]; // digits of its square root

/**
 * Unpacks bzip2 streams, one after another. It reuses the table of its largest block and needs no memory beyond that
 * and the result.
 * The published packages have no limit on the output or need its size in advance; the package's README has
 * measurements.
 */
export class Bunzip2 {
  #table = new Uint32Array(0);

  /**
   * @param packed one stream, or several end to end; other bytes may follow
   * @param most   largest size of the result, bytes
   * @throws {NexradError} `damaged`, `truncated`, or `too-large` as soon as the result exceeds `most`
   */
  unpack(packed: Uint8Array, most: number): Uint8Array {
    const output = new Output(most, packed.length * 8);
    let at = 0;
    do at = this.#unpackStream(packed, at, output);
    while (isBzip2(packed, at));
    return output.bytes.subarray(0, output.length);
  }

  #unpackStream(packed: Uint8Array, start: number, output: Output): number {
    if (!isBzip2(packed, start)) throw new NexradError('damaged', 'the bytes are no bzip2 stream: it begins with BZh');
    const blockBytes = (packed[start + 3] - 0x30) * levelBytes;
    const bits = new Bits(packed, start + 4);
    let combined = 0;
    for (;;) {
      const magic = [bits.take(24), bits.take(24)];
      const stored = bits.take32() | 0;
      if (magic[0] === endMagic[0] && magic[1] === endMagic[1]) {
        if (stored !== combined) throw new NexradError('damaged', 'the checksum of a bzip2 stream is wrong');
        return bits.at - (bits.unread >> 3); // the rest of the last byte is padding
      }
      if (magic[0] !== blockMagic[0] || magic[1] !== blockMagic[1]) {
        throw new NexradError('damaged', `a bzip2 block begins with ${magic.map(hex).join('')}`);
      }
      if (this.#block(bits, blockBytes, output) !== stored) {
        throw new NexradError('damaged', 'the checksum of a bzip2 block is wrong');
      }
      combined = ((combined << 1) | (combined >>> 31)) ^ stored;
    }
  }

  /** @returns the checksum of the block's text */
  #block(bits: Bits, blockBytes: number, output: Output): number {
    if (bits.take(1) === 1) throw new NexradError('unsupported', 'the bzip2 block is randomised, as before 1997');
    const origin = bits.take(24);
    if (this.#table.length < blockBytes) this.#table = new Uint32Array(blockBytes);
    const table = this.#table.subarray(0, blockBytes);
    const count = readBlock(bits, table);
    if (count === 0 ? origin !== 0 : origin >= count) {
      throw new NexradError('damaged', `a bzip2 block of ${count} bytes begins at its byte ${origin}`);
    }
    chain(table, count);
    return count === 0 ? 0 : output.take(table, count, origin);
  }
}

/** Unpacks one bzip2 stream. @throws {NexradError} as `Bunzip2.unpack` */
export function bunzip2(packed: Uint8Array, most: number): Uint8Array {
  return new Bunzip2().unpack(packed, most);
}

/** Whether a bzip2 stream begins here: "BZh" and a level from 1 to 9. */
export function isBzip2(bytes: Uint8Array, at = 0): boolean {
  const level = bytes[at + 3];
  return bytes[at] === 0x42 && bytes[at + 1] === 0x5a && bytes[at + 2] === 0x68 && level >= 0x31 && level <= 0x39;
}

function hex(half: number): string {
  return half.toString(16).padStart(6, '0');
}

/** A growing output buffer with a limit. */
class Output {
  bytes: Uint8Array;
  length = 0;
  readonly #most: number;

  constructor(most: number, guess: number) {
    this.#most = most;
    this.bytes = new Uint8Array(Math.min(most, guess));
  }

  /** Writes the text of a block by following its chain; returns the checksum. */
  take(table: Uint32Array, count: number, origin: number): number {
    const text = { next: table[origin] >>> 8, left: count, last: -1, repeats: 0 };
    const start = this.length;
    for (;;) {
      this.length = expand(table, text, this.bytes, this.length);
      if (text.left === 0) return crcOf(this.bytes, start, this.length);
      this.#grow();
    }
  }

  #grow(): void {
    // A step of the chain writes at most 255 bytes, so a buffer can be full before its last byte
    if (this.bytes.length >= this.#most) {
      throw new NexradError('too-large', `the bzip2 stream unpacks to more than ${this.#most} bytes`);
    }
    const larger = new Uint8Array(Math.min(this.#most, Math.max(this.bytes.length * 2, 65_536)));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

/** Position in a block's text: next entry, entries left, and the current run. */
interface Text {
  next: number;
  left: number;
  last: number;
  repeats: number;
}

/**
 * Writes text until it ends or the buffer cannot hold the next step. Four equal bytes are followed by a repeat count.
 */
function expand(table: Uint32Array, text: Text, into: Uint8Array, start: number): number {
  const room = into.length;
  let { next, left, last, repeats } = text;
  let at = start;
  while (left > 0) {
    const entry = table[next];
    const byte = entry & 255;
    if (repeats === 4) {
      if (at + byte > room) break;
      for (let i = 0; i < byte; i++) into[at++] = last;
      repeats = 0;
      last = -1;
    } else {
      if (at >= room) break;
      repeats = byte === last ? repeats + 1 : 1;
      last = byte;
      into[at++] = byte;
    }
    next = entry >>> 8;
    left--;
  }
  text.next = next;
  text.left = left;
  text.last = last;
  text.repeats = repeats;
  return at;
}

/**
 * Converts the last column of the sorted rotations to a chain: the low byte of an entry is a byte of the text, the
 * upper 24 bits are the index of the next entry.
 *
 * @param column bytes in the low 8 bits of the first `count` entries; changed in place
 * @see Burrows and Wheeler, A Block-sorting Lossless Data Compression Algorithm, 1994
 */
function chain(column: Uint32Array, count: number): void {
  const next = new Uint32Array(256);
  for (let i = 0; i < count; i++) next[column[i] & 255]++;
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    const occurrences = next[byte];
    next[byte] = sum;
    sum += occurrences;
  }
  for (let i = 0; i < count; i++) column[next[column[i] & 255]++] |= i << 8;
}
