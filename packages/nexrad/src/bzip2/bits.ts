import { NexradError } from '../error.ts';

/** Reads bits from bytes, most significant first. A few zeros follow the end; then it throws. */
export class Bits {
  readonly bytes: Uint8Array;
  /** Index of the next byte to load into `buffer`. */
  at: number;
  /** The last bits loaded; the lowest `unread` are still unused. */
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

/** The error for a stream that ends too early. */
export function tooShort(length: number): NexradError {
  return new NexradError('truncated', `the bzip2 stream ends after ${length} bytes, in the middle of a block`);
}
