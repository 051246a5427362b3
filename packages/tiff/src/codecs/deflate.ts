import { constants, inflateSync } from 'node:zlib';
import { messageOf } from '@severe/base';
import { refuse } from '../refuse.ts';
import type { PackedBlock } from './codec.ts';

/** DEFLATE packs at most 258 octets into two bits, plus its tables. */
export const maxDeflateRatio = 1032;

/** DEFLATE in a zlib wrapper. A truncated stream gives the octets that it has, as in other readers. */
export function unpackDeflate({ packed, maxBytes }: PackedBlock): Uint8Array {
  const room = Math.min(maxBytes, packed.length * maxDeflateRatio);
  try {
    return inflateSync(packed, {
      maxOutputLength: Math.max(room, 1),
      chunkSize: Math.max(room + 1, 64), // the output in one piece
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'ERR_BUFFER_TOO_LARGE' ? `unpacks to more than ${maxBytes} bytes` : messageOf(error);
    return refuse('damaged', `its DEFLATE stream cannot be read: ${problem}`, error);
  }
}
