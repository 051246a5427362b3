import { refuse } from '../refuse.ts';
import { LzmaDecoder } from './lzma.ts';

/** Bits of the control octet of a chunk. */
const control = { end: 0, copyAfterReset: 1, copy: 2, lzma: 0x80 } as const;

/** What a chunk of LZMA starts anew, by bits 5 and 6 of its control octet. */
const resets = { state: 1, properties: 2 } as const;

/**
 * LZMA2: chunks that are copied, or LZMA with a state that lasts from chunk to chunk.
 *
 * @param out filled from its start; also the dictionary. When it is full the rest is left unread
 * @returns octets read and written
 */
export function unpackLzma2(packed: Uint8Array, out: Uint8Array): { read: number; written: number } {
  const decoder = new LzmaDecoder(out);
  let at = 0;
  while (decoder.written < out.length) {
    const kind = need(packed, at, 1)[0];
    if (kind === control.end) return { read: at + 1, written: decoder.written };
    if (kind < control.lzma) {
      if (kind > control.copy) refuse('damaged', `its LZMA2 stream has a chunk of kind ${kind}`);
      const head = need(packed, at, 3);
      const length = head[1] * 256 + head[2] + 1;
      decoder.copy(need(packed, at + 3, length));
      at += 3 + length;
      continue;
    }
    const reset = (kind >> 5) & 3;
    const headBytes = reset >= resets.properties ? 6 : 5;
    const head = need(packed, at, headBytes);
    const unpacked = (kind & 31) * 65536 + head[1] * 256 + head[2] + 1;
    const length = head[3] * 256 + head[4] + 1;
    if (reset >= resets.properties) decoder.setProperties(head[5]);
    if (reset >= resets.state) decoder.resetState();
    decoder.decode(need(packed, at + headBytes, length), unpacked);
    at += headBytes + length;
  }
  return { read: at, written: decoder.written };
}

function need(packed: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > packed.length) refuse('damaged', 'its LZMA2 stream is cut short');
  return packed.subarray(at, at + length);
}
