import { headerBytes, writeHeader } from '../header.ts';
import { compressBlocks, type ConstantBlocks } from './compress-blocks.ts';
import { directoryBytes, writeDirectory, type Entry } from './directory.ts';
import { imageEntries, type SampleEntries } from './image-entries.ts';
import type { Level } from './level.ts';

export interface CogParts {
  /** Whether cells are stored as differences from their left neighbours. */
  differences: boolean;
  samples: SampleEntries;
  /** Entries of the first directory: georeferencing and metadata. */
  firstEntries: Entry[];
  /** Entries of every directory, with higher tags than `firstEntries`. */
  allEntries?: Entry[];
  /** Shared by files with the same `differences`. */
  constants?: ConstantBlocks;
}

/**
 * Writes a Cloud Optimized GeoTIFF:
 *
 *     header | GDAL structural metadata | directories, largest image first | blocks, smallest image first
 *
 * @param levels the image and its overviews, largest first
 * @see OGC 21-026, Cloud Optimized GeoTIFF
 * @see https://gdal.org/en/stable/drivers/raster/cog.html
 */
export function writeCog(levels: Level[], parts: CogParts): Uint8Array {
  const { differences, samples, firstEntries, allEntries = [], constants = new Map() } = parts;
  const images = levels.map((level, i) => {
    const blocks = compressBlocks(level, differences, constants);
    const offsets = new Uint32Array(blocks.length);
    const counts = Uint32Array.from(blocks, (block) => block.length);
    const image = { level, reduced: i > 0, differences, offsets, counts, ...samples };
    const entries = () => [...imageEntries(image), ...(i === 0 ? firstEntries : []), ...allEntries];
    return { blocks, offsets, entries };
  });
  return assemble(images);
}

interface Image {
  /** Compressed blocks, row by row. */
  blocks: Uint8Array[];
  /** Filled in by `assemble`, and used by `entries`. */
  offsets: Uint32Array;
  entries: () => Entry[];
}

/** The size of a directory does not depend on the offsets that it holds. */
function assemble(images: Image[]): Uint8Array {
  const metadata = structuralMetadata();
  let at = headerBytes + metadata.length;
  at += at % 2;
  const directoriesAt = images.map(({ entries }) => {
    const start = at;
    at += directoryBytes(entries());
    return start;
  });
  for (const { blocks, offsets } of images.toReversed()) {
    blocks.forEach((block, b) => {
      offsets[b] = at + leaderBytes;
      at += leaderBytes + block.length + trailerBytes;
    });
  }

  const file = Buffer.alloc(at);
  writeHeader(file, directoriesAt[0]);
  file.write(metadata, headerBytes, 'latin1');
  images.forEach(({ entries }, i) => writeDirectory(file, directoriesAt[i], entries(), directoriesAt[i + 1] ?? 0));
  for (const { blocks, offsets } of images) blocks.forEach((block, b) => writeBlock(file, offsets[b], block));
  return file;
}

const leaderBytes = 4;
const trailerBytes = 4;

/** Writes a block between its size and a repetition of its last four octets, by which GDAL detects damage. */
function writeBlock(file: Buffer, at: number, block: Uint8Array): void {
  file.writeUInt32LE(block.length, at - leaderBytes);
  file.set(block, at);
  file.set(block.subarray(-trailerBytes), at + block.length);
}

/** Lets GDAL fetch a block with one request. The last octet has to be a space. */
function structuralMetadata(): string {
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
