import { NexradError } from '../error.ts';

/** Bits of a byte array, most significant first. Past the end come zeros, a few; then it throws. */
export class Bits {
  readonly bytes: Uint8Array;
  /** The next byte to be taken into `buffer`. */
  at: number;
  /** The last bits taken, of which the lowest `unread` are still to be used. */
  buffer = 0;
  unread = 0;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The next `count` bits, 1 to 24, as an unsigned number. */
  take(count: number): number {
    while (this.unread < count) {
      if (this.at >= this.bytes.length) throw tooShort(this.bytes.length);
      this.buffer = (this.buffer << 8) | this.bytes[this.at++];
      this.unread += 8;
    }
    this.unread -= count;
    return (this.buffer >>> this.unread) & ((1 << count) - 1);
  }

  /** The next 32 bits as an unsigned number. */
  take32(): number {
    return this.take(16) * 0x10000 + this.take(16);
  }
}

/** What is thrown where the stream ends before its data do. */
export function tooShort(length: number): NexradError {
  return new NexradError('truncated', `the bzip2 stream ends after ${length} bytes, in the middle of a block`);
}
