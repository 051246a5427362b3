import { crc32 } from 'node:zlib';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A chunk of a PNG file: four letters and its data. */
export type Chunk = [type: string, data: Uint8Array];

/**
 * Joins chunks to a file: each between its length and the CRC of its type and data.
 *
 * @see Portable Network Graphics (PNG) Specification (Second Edition), clauses 5.2 and 5.3
 */
export function joinChunks(chunks: Chunk[]): Uint8Array {
  const length = chunks.reduce((sum, [, data]) => sum + 12 + data.length, signature.length);
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  file.set(signature);
  let at = signature.length;
  for (const [type, data] of chunks) {
    view.setUint32(at, data.length);
    for (let i = 0; i < 4; i++) file[at + 4 + i] = type.charCodeAt(i);
    file.set(data, at + 8);
    view.setUint32(at + 8 + data.length, crc32(file.subarray(at + 4, at + 8 + data.length)));
    at += 12 + data.length;
  }
  return file;
}
