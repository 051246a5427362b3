import { deflateSync } from 'node:zlib';
import { LittleEndianWriter } from './byte-writer.ts';
import { undefinedAddress, octetsOf } from './messages.ts';
import type { Numbers } from './to-write.ts';

/** Deflate level of chunks. */
export const deflateLevel = 1;

/** Packs the numbers of a whole chunk: shuffle filter, then deflate. */
export function packChunk(numbers: Numbers): Uint8Array {
  return deflateSync(shuffled(octetsOf(numbers), numbers.BYTES_PER_ELEMENT), { level: deflateLevel });
}

function shuffled(octets: Uint8Array, size: number): Uint8Array {
  const count = octets.length / size;
  const turned = new Uint8Array(octets.length);
  for (let octet = 0; octet < size; octet++) {
    const plane = turned.subarray(octet * count, (octet + 1) * count);
    for (let i = 0, from = octet; i < count; i++, from += size) plane[i] = octets[from];
  }
  return turned;
}

/** Address, size and first cell of a chunk. */
interface Entry {
  bytes: number;
  cell: number[];
  address: number;
}

/** Children of a node: twice 32, the default that readers assume. */
const maxChildren = 64;

/**
 * Writes the index of chunks: a B-tree, leaves first.
 *
 * @param place appends octets to the file and returns their address
 * @returns address of the root
 * @see HDF5 File Format 3.0, III.A.1
 */
export function indexChunks(
  lengths: number[],
  shape: number[],
  chunks: { address: number; bytes: number }[],
  place: (bytes: Uint8Array) => number,
): number {
  const counts = lengths.map((length, i) => Math.ceil(length / shape[i]));
  let entries: Entry[] = chunks.map((chunk, i) => ({ ...chunk, cell: cellOf(i, counts, shape) }));
  const end: Entry = { bytes: 0, address: 0, cell: shape.map((cells, i) => (i === 0 ? cells * counts[0] : 0)) };
  let level = 0;
  do {
    const parents: Entry[] = [];
    for (let first = 0; first < entries.length; first += maxChildren) {
      const children = entries.slice(first, first + maxChildren);
      const address = place(nodeOf(level, children, entries[first + maxChildren] ?? end));
      parents.push({ ...children[0], address });
    }
    entries = parents;
    level++;
  } while (entries.length > 1);
  return entries[0].address;
}

function cellOf(index: number, counts: number[], shape: number[]): number[] {
  const cell: number[] = [];
  let left = index;
  for (let i = counts.length - 1; i >= 0; i--) {
    cell[i] = (left % counts[i]) * shape[i];
    left = Math.floor(left / counts[i]);
  }
  return cell;
}

/** A node without sibling addresses: readers descend from the root. */
function nodeOf(level: number, children: Entry[], next: Entry): Uint8Array {
  const node = new LittleEndianWriter()
    .text('TREE')
    .u8(1, level)
    .u16(children.length)
    .u64(undefinedAddress, undefinedAddress);
  const key = ({ bytes, cell }: Entry): LittleEndianWriter => node.u32(bytes, 0).u64(...cell, 0);
  for (const child of children) key(child).u64(child.address);
  key(next);
  const keyBytes = 8 + 8 * (next.cell.length + 1);
  return node.fillTo(24 + maxChildren * (keyBytes + 8) + keyBytes).bytes();
}
