import { messageOf } from '@severe/base';
import xz from 'xz-decompress'; // a CommonJS module, whose names cannot be imported
import { refuse } from '../refuse.ts';
import type { Codec, PackedBlock } from './codec.ts';
import { undoDelta, withoutDelta } from './xz-delta.ts';

/** LZMA, which TIFF stores as an xz stream, by a WebAssembly decoder with a limit of 64 MiB for its dictionary. */
export const unpackLzma: Codec = async ({ packed, maxBytes }: PackedBlock) => {
  const delta = withoutDelta(packed);
  try {
    const unpacked = await readUpTo(new Blob([new Uint8Array(delta?.stream ?? packed)]), maxBytes);
    if (delta) undoDelta(unpacked, delta.distance);
    return unpacked;
  } catch (error) {
    return refuse('damaged', `its LZMA stream cannot be read: ${messageOf(error)}`, error);
  }
};

/** Unpacks piece by piece and stops at `maxBytes`, so that a small stream cannot fill the memory. */
async function readUpTo(packed: Blob, maxBytes: number): Promise<Uint8Array> {
  const unpacked = new Uint8Array(maxBytes);
  const reader = new xz.XzReadableStream(packed.stream()).getReader();
  let length = 0;
  while (length < maxBytes) {
    const { done, value } = await reader.read();
    if (done) return unpacked.subarray(0, length);
    unpacked.set(value.subarray(0, maxBytes - length), length);
    length = Math.min(maxBytes, length + value.length);
  }
  await reader.cancel();
  return unpacked;
}
