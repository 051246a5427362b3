import { crc32 } from 'node:zlib';
import { messageOf } from '@severe/base';
import xz from 'xz-decompress';
import { refuse } from '../refuse.ts';
import type { Codec, PackedBlock } from './codec.ts';

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

/** Stream header of the xz format. */
const streamHeaderBytes = 12;

const deltaFilter = 0x03;

/** Bits of the block flags: number of filters less one, then whether the sizes of the block are stored. */
const filterCountBits = 0x03;

const sizeBits = 0xc0;

/**
 * Removes the delta filter from the only block of an xz stream. libtiff writes that filter before LZMA2; the decoder
 * that we use does not know it. The block must have no check, as libtiff writes it.
 *
 * @returns the stream without the filter, and its distance in bytes; undefined if the first filter is not delta
 * @see The .xz File Format 1.2.1, sections 3.1 (block header) and 5.3.3 (delta)
 */
function withoutDelta(stream: Uint8Array): { stream: Uint8Array; distance: number } | undefined {
  const headerBytes = (stream[streamHeaderBytes] + 1) * 4;
  const changed = new Uint8Array(stream); // a copy, also of a Buffer
  const header = changed.subarray(streamHeaderBytes, streamHeaderBytes + headerBytes);
  const [, flags, id, propertyBytes, distanceLessOne] = header;
  if (header.length < headerBytes || (flags & sizeBits) !== 0 || (flags & filterCountBits) === 0) return undefined;
  if (id !== deltaFilter || propertyBytes !== 1) return undefined;

  header[1] = flags - 1;
  header.copyWithin(2, 5, headerBytes - 4);
  header.fill(0, headerBytes - 7, headerBytes - 4); // padding in place of the filter
  const checksum = crc32(header.subarray(0, headerBytes - 4));
  new DataView(changed.buffer).setUint32(streamHeaderBytes + headerBytes - 4, checksum, true);
  return { stream: changed, distance: distanceLessOne + 1 };
}

/** Adds to each byte the one `distance` before it, in place. */
function undoDelta(bytes: Uint8Array, distance: number): void {
  for (let i = distance; i < bytes.length; i++) bytes[i] += bytes[i - distance];
}
