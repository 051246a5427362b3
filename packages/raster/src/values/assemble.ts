/**
 * The parts of a Cloud Optimized GeoTIFF at their places:
 *
 *     header | GDAL's notes on the layout | directories, largest image first | blocks, smallest image first
 *
 * @see OGC 21-026, Cloud Optimized GeoTIFF
 * @see https://gdal.org/en/stable/drivers/raster/cog.html
 */
import { directoryBytes, writeDirectory, type Entry } from './ifd.ts';
import type { Plane } from './plane.ts';
import { headerBytes } from './tiff.ts';

/** A plane with its blocks. */
export interface Image {
  plane: Plane;
  /** Compressed, row by row. */
  blocks: Uint8Array[];
}

export type EntriesOf = (plane: Plane, offsets: Uint32Array, counts: Uint32Array) => Entry[];

/** Puts all parts at their places. The size of a directory does not depend on the offsets that it holds. */
export function assemble(images: Image[], entriesOf: EntriesOf): Uint8Array {
  const notes = layoutNotes();
  const tables = images.map(({ plane, blocks }) => {
    const offsets = new Uint32Array(blocks.length);
    const counts = Uint32Array.from(blocks, (block) => block.length);
    return { offsets, entries: () => entriesOf(plane, offsets, counts) };
  });

  let at = headerBytes + notes.length;
  at += at % 2;
  const directoriesAt = tables.map(({ entries }) => {
    const start = at;
    at += directoryBytes(entries());
    return start;
  });
  for (let i = images.length - 1; i >= 0; i--) {
    images[i].blocks.forEach((block, b) => {
      tables[i].offsets[b] = at + leaderBytes;
      at += leaderBytes + block.length + trailerBytes;
    });
  }

  const file = Buffer.alloc(at);
  file.write('II', 0, 'latin1'); // little-endian
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(directoriesAt[0], 4);
  file.write(notes, headerBytes, 'latin1');
  tables.forEach(({ entries }, i) => writeDirectory(file, directoriesAt[i], entries(), directoriesAt[i + 1] ?? 0));
  images.forEach(({ blocks }, i) => blocks.forEach((block, b) => writeBlock(file, tables[i].offsets[b], block)));
  return file;
}

const leaderBytes = 4;
const trailerBytes = 4;

/** A block between its size and a repetition of its last four octets, by which a reader notices a damaged file. */
function writeBlock(file: Buffer, at: number, block: Uint8Array): void {
  file.writeUInt32LE(block.length, at - leaderBytes);
  file.set(block, at);
  file.set(block.subarray(-trailerBytes), at + block.length);
}

/** What GDAL's reader wants to know to fetch a block with one request; the last octet is a space by its rules. */
function layoutNotes(): string {
  const lines = [
    'LAYOUT=IFDS_BEFORE_DATA',
    'BLOCK_ORDER=ROW_MAJOR',
    'BLOCK_LEADER=SIZE_AS_UINT4',
    'BLOCK_TRAILER=LAST_4_BYTES_REPEATED',
    'KNOWN_INCOMPATIBLE_EDITION=NO',
  ];
  const text = `${lines.join('\n')}\n `;
  return `GDAL_STRUCTURAL_METADATA_SIZE=${String(text.length).padStart(6, '0')} bytes\n${text}`;
}
