import { refuse } from '../refuse.ts';
import type { PackedBlock } from './codec.ts';
import { unpackLzma2 } from './lzma2.ts';

const magic = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];

/** Octets of the check behind each block, by the number of its kind. */
const checkBytes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];

/** Filters that writers of TIFF use. */
const filters = { delta: 3, lzma2: 0x21 } as const;

interface BlockHeader {
  /** Distances of delta filters, in the order in which the writer applied them. */
  deltas: number[];
  /** Where the packed data begin. */
  at: number;
}

/**
 * LZMA in TIFF is a stream of the XZ format: blocks of LZMA2 behind a delta filter. Checks are not computed: a block
 * is complete by its length.
 *
 * @see The .xz File Format 1.1.0, sections 2 and 3
 */
export function unpackXz({ packed, most }: PackedBlock): Uint8Array {
  if (packed.length < 12 || magic.some((octet, i) => packed[i] !== octet)) cutShort('does not begin as one');
  const check = checkBytes[packed[7] & 15];
  const out = new Uint8Array(most);
  let length = 0;
  let at = 12;
  while (at < packed.length && packed[at] !== 0 && length < most) {
    const header = readHeader(packed, at);
    const { read, written } = unpackLzma2(packed.subarray(header.at), out.subarray(length));
    const block = out.subarray(length, length + written);
    for (const distance of header.deltas.reverse()) undoDelta(block, distance);
    length += written;
    at = Math.ceil((header.at + read) / 4) * 4 + check;
  }
  return out.subarray(0, length);
}

function readHeader(packed: Uint8Array, start: number): BlockHeader {
  const end = start + (packed[start] + 1) * 4;
  if (end > packed.length) cutShort('is cut short');
  const flags = packed[start + 1];
  const reader = { packed, at: start + 2, end: end - 4 };
  if (flags & 0x40) readNumber(reader); // the sizes of the block, packed and unpacked: it tells them itself
  if (flags & 0x80) readNumber(reader);
  const deltas: number[] = [];
  const count = (flags & 3) + 1;
  for (let i = 0; i < count; i++) {
    const filter = readNumber(reader);
    const properties = readNumber(reader);
    const first = packed[reader.at];
    reader.at += properties;
    if (filter === filters.delta) deltas.push(first + 1);
    else if (filter !== filters.lzma2 || i < count - 1) refuse('unknown', `its XZ stream uses filter ${filter}`);
  }
  return { deltas, at: end };
}

/** Seven bits an octet, the lowest first. */
function readNumber(reader: { packed: Uint8Array; at: number; end: number }): number {
  let value = 0;
  for (let weight = 1; reader.at < reader.end && weight < 2 ** 49; weight *= 128) {
    const octet = reader.packed[reader.at++];
    value += (octet & 127) * weight;
    if (octet < 128) return value;
  }
  return cutShort('has a header that makes no sense');
}

/** Each octet was stored as its difference from the one `distance` before. */
function undoDelta(block: Uint8Array, distance: number): void {
  for (let i = distance; i < block.length; i++) block[i] += block[i - distance];
}

function cutShort(problem: string): never {
  return refuse('damaged', `its XZ stream ${problem}`);
}
