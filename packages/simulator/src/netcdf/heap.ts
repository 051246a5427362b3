import { LittleEndianWriter } from './byte-writer.ts';

const headBytes = 16;
const objectBytes = 24; // object header and a reference of eight octets
const minBytes = 4096;

/**
 * A global heap of object references, numbered from 1.
 *
 * @see HDF5 File Format 3.0, III.E
 */
export function heapOf(addresses: number[]): Uint8Array {
  const used = headBytes + addresses.length * objectBytes;
  const size = Math.max(minBytes, used + headBytes);
  const heap = new LittleEndianWriter().text('GCOL').u8(1, 0, 0, 0).u64(size);
  for (const [i, address] of addresses.entries())
    heap
      .u16(i + 1, 1)
      .u32(0)
      .u64(8, address);
  // Object 0 is the free space.
  return heap
    .u16(0, 0)
    .u32(0)
    .u64(size - used)
    .fillTo(size)
    .bytes();
}
