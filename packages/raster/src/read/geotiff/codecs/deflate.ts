import { constants, inflateSync } from 'node:zlib';
import { messageOf } from '@severe/base';
import { refuse } from '../refuse.ts';
import type { PackedBlock } from './codec.ts';

const bestRatio = 1032; // of DEFLATE: 258 octets from two bits, and a little for the tables

/** DEFLATE in a zlib wrapper. A stream without its end gives what is there, as other readers have it. */
export function unpackDeflate({ packed, most }: PackedBlock): Uint8Array {
  const room = Math.min(most, packed.length * bestRatio);
  try {
    return inflateSync(packed, {
      maxOutputLength: Math.max(room, 1),
      chunkSize: Math.max(room + 1, 64), // all in one piece
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'ERR_BUFFER_TOO_LARGE' ? `unpacks to more than ${most} bytes` : messageOf(error);
    return refuse('damaged', `its DEFLATE stream cannot be read: ${problem}`, error);
  }
}
