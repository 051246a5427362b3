import { DataError } from '@severe/base';
import type { Bounds } from '@severe/geo';

/** Length of the header at the start of the file. */
export const headerBytes = 127;

/** The header and the root directory end before this offset, so that one request fetches both. */
export const rootEndsBefore = 16_384;

const magic = 'PMTiles';
const version = 3;

/** Codes of compressions in the specification. */
const compressions = { none: 1, gzip: 2 } as const;

/** Contents of an archive: PNG images as they are, or vector tiles (MVT), each in gzip. Codes of the specification. */
const tileKinds = {
  png: { type: 2, compression: compressions.none },
  mvt: { type: 1, compression: compressions.gzip },
} as const;

/** What the tiles of an archive are. */
export type TileKind = keyof typeof tileKinds;

/** A part of the file. */
export interface Section {
  offset: number;
  length: number;
}

export interface Header {
  root: Section;
  metadata: Section;
  leaves: Section;
  tiles: Section;
  /** Numbers of addressed tiles, of entries, and of distinct contents. */
  addressed: number;
  entries: number;
  contents: number;
  minZoom: number;
  maxZoom: number;
  bounds: Bounds;
}

const sectionOffsets = { root: 8, metadata: 24, leaves: 40, tiles: 56 } as const;
const sectionNames = ['root', 'metadata', 'leaves', 'tiles'] as const;

/** @see PMTiles specification version 3, section 3; the numbers are its octets, all little-endian */
export function encodeHeader(header: Header, kind: TileKind): Uint8Array {
  const { type, compression } = tileKinds[kind];
  const bytes = Buffer.alloc(headerBytes);
  bytes.write(magic, 0, 'latin1');
  bytes.writeUInt8(version, 7);
  for (const name of sectionNames) {
    bytes.writeBigUInt64LE(BigInt(header[name].offset), sectionOffsets[name]);
    bytes.writeBigUInt64LE(BigInt(header[name].length), sectionOffsets[name] + 8);
  }
  bytes.writeBigUInt64LE(BigInt(header.addressed), 72);
  bytes.writeBigUInt64LE(BigInt(header.entries), 80);
  bytes.writeBigUInt64LE(BigInt(header.contents), 88);
  bytes.writeUInt8(1, 96); // clustered: tile data lie in the order of their ids
  bytes.writeUInt8(compressions.gzip, 97);
  bytes.writeUInt8(compression, 98);
  bytes.writeUInt8(type, 99);
  bytes.writeUInt8(header.minZoom, 100);
  bytes.writeUInt8(header.maxZoom, 101);
  const [west, south, east, north] = header.bounds;
  const degrees = [west, south, east, north].map((value) => Math.round(value * 1e7));
  degrees.forEach((value, i) => bytes.writeInt32LE(value, 102 + 4 * i));
  bytes.writeUInt8(header.minZoom, 118);
  bytes.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  bytes.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return bytes;
}

/**
 * Reads a header and checks that every section lies inside the file.
 *
 * @param fileBytes size of the file, if `file` is only its beginning
 * @throws {DataError} `pmtiles-header` when it is not an archive of PNG tiles as this program writes it
 */
export function decodeHeader(file: Uint8Array, fileBytes = file.length): Header {
  if (file.length < headerBytes) refuse(`has ${file.length} bytes, its header alone needs ${headerBytes}`);
  const bytes = Buffer.from(file.buffer, file.byteOffset, headerBytes);
  if (bytes.toString('latin1', 0, 7) !== magic) refuse(`begins with ${bytes.toString('hex', 0, 7)}, not with ${magic}`);
  expect('version', bytes[7], version);
  expect('internal compression', bytes[97], compressions.gzip);
  expect('tile compression', bytes[98], tileKinds.png.compression);
  expect('tile type', bytes[99], tileKinds.png.type);
  const [root, metadata, leaves, tiles] = sectionNames.map((name) => sectionOf(bytes, name, fileBytes));
  return {
    root,
    metadata,
    leaves,
    tiles,
    addressed: Number(bytes.readBigUInt64LE(72)),
    entries: Number(bytes.readBigUInt64LE(80)),
    contents: Number(bytes.readBigUInt64LE(88)),
    minZoom: bytes[100],
    maxZoom: bytes[101],
    bounds: [102, 106, 110, 114].map((at) => bytes.readInt32LE(at) / 1e7) as Bounds,
  };
}

function sectionOf(bytes: Buffer, name: (typeof sectionNames)[number], fileBytes: number): Section {
  const offset = Number(bytes.readBigUInt64LE(sectionOffsets[name]));
  const length = Number(bytes.readBigUInt64LE(sectionOffsets[name] + 8));
  if (offset + length > fileBytes) {
    refuse(`has its ${name} at ${offset} to ${offset + length}, but ends at ${fileBytes}`);
  }
  return { offset, length };
}

function expect(what: string, found: number, needed: number): void {
  if (found !== needed) refuse(`has ${what} ${found}, needed is ${needed}`);
}

function refuse(problem: string): never {
  throw new DataError('pmtiles-header', `the tile archive ${problem}`);
}
