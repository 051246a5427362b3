import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import { compressBlocks, differencesPay, type ConstantBlocks } from './compress-blocks.ts';
import { geoEntries } from './geo-keys.ts';
import { directoryBytes, writeDirectory, type Entry } from './ifd.ts';
import { metadataXml } from './metadata.ts';
import { combinerOf, halve } from './overview.ts';
import { planeOf, type Cells, type Plane } from './plane.ts';
import { blockSize, deflateCompression, headerBytes, horizontalPredictor, sampleFormats, tags } from './tiff.ts';

export interface CogOptions {
  /** What a cell of an overview takes from the four below it. */
  reduce?: Look['reduce'];
  /** Units of the values, for whoever opens the file with GDAL. */
  units?: string;
}

/**
 * A field as a Cloud Optimized GeoTIFF: integer samples (uint16, or int32 where they need it) with GDAL's scale and
 * offset, blocks of 256 × 256 cells in deflate, overviews down to a single block.
 *
 *     header | GDAL's notes on the layout | directories, largest image first | blocks, smallest image first
 *
 * The first absent code that means `missing` is the file's nodata value; `openValues` gets all of them back.
 *
 * @see OGC 21-026, Cloud Optimized GeoTIFF
 * @see https://gdal.org/en/stable/drivers/raster/cog.html
 */
export function encodeCog(field: Field, { reduce = 'mean', units }: CogOptions = {}): Uint8Array {
  const cells = field.width * field.height;
  if (!(cells > 0) || field.packed.length !== cells) {
    throw new RangeError(`a field of ${field.width} × ${field.height} has ${field.packed.length} cells`);
  }
  const planes = pyramidOf(field, reduce);
  const differences = differencesPay(planes[0]);
  const constants: ConstantBlocks = new Map();
  const images = planes.map((plane) => ({ plane, blocks: compressBlocks(plane, differences, constants) }));
  return assemble(images, (plane, offsets, counts) => [
    ...imageEntries(plane, plane !== planes[0], differences, offsets, counts),
    ...(plane === planes[0] ? fieldEntries(field, units) : []),
    ...nodataEntry(field),
  ]);
}

/** The field's own plane and its halves, until one block holds all. */
function pyramidOf(field: Field, reduce: Look['reduce']): Plane[] {
  const planes = [planeOf(field.width, field.height, narrowed(field))];
  const combine = combinerOf(field, reduce, planes[0].cells);
  for (let last = planes[0]; last.width > blockSize || last.height > blockSize; planes.push(last)) {
    last = halve(last, combine);
  }
  return planes;
}

/** The packed cells in 16 bits, where all of them and the absent codes fit: half the work, and the same numbers. */
function narrowed({ packed, absent }: Field): Cells {
  if (packed instanceof Uint16Array || absent.some(({ code }) => code < 0 || code > 0xffff)) return packed;
  for (let i = 0; i < packed.length; i++) if (packed[i] < 0 || packed[i] > 0xffff) return packed;
  return Uint16Array.from(packed);
}

interface Image {
  plane: Plane;
  /** Compressed, row by row. */
  blocks: Uint8Array[];
}

type EntriesOf = (plane: Plane, offsets: Uint32Array, counts: Uint32Array) => Entry[];

/** Puts all parts at their places. The size of a directory does not depend on the offsets that it holds. */
function assemble(images: Image[], entriesOf: EntriesOf): Uint8Array {
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

function imageEntries(
  plane: Plane,
  reduced: boolean,
  differences: boolean,
  offsets: Uint32Array,
  counts: Uint32Array,
): Entry[] {
  const signed = plane.cells instanceof Int32Array;
  return [
    { tag: tags.newSubfileType, type: 'long', value: [reduced ? 1 : 0] },
    { tag: tags.imageWidth, type: 'long', value: [plane.width] },
    { tag: tags.imageLength, type: 'long', value: [plane.height] },
    { tag: tags.bitsPerSample, type: 'short', value: [signed ? 32 : 16] },
    { tag: tags.compression, type: 'short', value: [deflateCompression] },
    { tag: tags.photometric, type: 'short', value: [1] }, // the larger, the brighter
    { tag: tags.samplesPerPixel, type: 'short', value: [1] },
    { tag: tags.planarConfiguration, type: 'short', value: [1] },
    ...(differences ? [{ tag: tags.predictor, type: 'short' as const, value: [horizontalPredictor] }] : []),
    { tag: tags.tileWidth, type: 'short', value: [blockSize] },
    { tag: tags.tileLength, type: 'short', value: [blockSize] },
    { tag: tags.tileOffsets, type: 'long', value: offsets },
    { tag: tags.tileByteCounts, type: 'long', value: counts },
    { tag: tags.sampleFormat, type: 'short', value: [signed ? sampleFormats.signed : sampleFormats.unsigned] },
  ];
}

function fieldEntries(field: Field, units?: string): Entry[] {
  return [...geoEntries(field.geometry), { tag: tags.gdalMetadata, type: 'ascii', value: metadataXml(field, units) }];
}

function nodataEntry({ absent }: Field): Entry[] {
  const missing = absent.find(({ means }) => means === 'missing');
  return missing ? [{ tag: tags.gdalNodata, type: 'ascii', value: String(missing.code) }] : [];
}
