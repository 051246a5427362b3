import { DataError, messageOf } from '@severe/base';
import type { Bounds, Tile } from '@severe/geo';
import type { ReadRange } from '../values/remote.ts';
import { decodeDirectory, findEntry, gunzip, type Directory } from './directory.ts';
import { decodeHeader, rootEndsBefore, type Header, type Section } from './header.ts';
import { tileId } from './tile-id.ts';

/** An open tile archive. */
export interface TilePack {
  /** The bytes of a tile, a view into the archive; undefined if it is absent. */
  tile(z: number, x: number, y: number): Uint8Array | undefined;
  bounds: Bounds;
  minZoom: number;
  maxZoom: number;
  /** Number of addressed tiles. */
  count: number;
  /** `name`, `attribution` and other metadata of the writer. */
  metadata: Record<string, unknown>;
}

/**
 * Opens a PMTiles version 3 archive of PNG tiles in memory. The root directory is unpacked at once, leaf directories on
 * demand.
 *
 * @throws {DataError} `pmtiles-…` here, or from `tile`, when the bytes are not such an archive, or are inconsistent
 */
export function openTilePack(bytes: Uint8Array): TilePack {
  const header = decodeHeader(bytes);
  const root = readRoot(sectionOf(bytes, header.root));
  const leaves = new Map<number, Directory>();

  const leafAt = (section: Section): Directory => {
    const leaf = leaves.get(section.offset) ?? readLeaf(sectionOf(bytes, section));
    leaves.set(section.offset, leaf);
    return leaf;
  };

  const tile = (z: number, x: number, y: number): Uint8Array | undefined => {
    let place = placeIn({ header, directory: root }, { z, x, y });
    if (place?.isLeaf) place = placeIn({ header, directory: leafAt(place.section) }, { z, x, y });
    return place && sectionOf(bytes, place.section);
  };

  return { ...publicPart(header), metadata: readMetadata(bytes, header), tile };
}

function publicPart({ bounds, minZoom, maxZoom, addressed }: Header) {
  return { bounds, minZoom, maxZoom, count: addressed };
}

function readMetadata(bytes: Uint8Array, header: Header): Record<string, unknown> {
  const text = Buffer.from(gunzip(sectionOf(bytes, header.metadata), 'metadata')).toString('utf8');
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new DataError('pmtiles-metadata', `the metadata of the tile archive are no JSON: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** A tile archive in remote storage: a tile costs one ranged read, and the first one of a part of the map another. */
export interface RemoteTilePack {
  /** The bytes of a tile; undefined if it is absent. @throws {DataError} `pmtiles-…`, and errors of `read` */
  tile(z: number, x: number, y: number): Promise<Uint8Array | undefined>;
}

/**
 * Opens an archive as `openTilePack`, through ranged reads: its header and root directory now, all else on demand.
 *
 * @param fileBytes size of the archive
 * @throws {DataError} `pmtiles-…` when it is not an archive as this program writes it; errors of `read`
 */
export async function openRemoteTilePack(read: ReadRange, fileBytes: number): Promise<RemoteTilePack> {
  const head = await read(0, Math.min(rootEndsBefore, fileBytes));
  const header = decodeHeader(head, fileBytes);
  const root = readRoot(sectionOf(head, header.root));
  const leaves = new Map<number, Promise<Directory>>();

  const fetchSection = async ({ offset, length }: Section): Promise<Uint8Array> => {
    const bytes = await read(offset, length);
    if (bytes.length === length) return bytes;
    throw new DataError('pmtiles-truncated', `${length} bytes at ${offset} were asked for, ${bytes.length} came`);
  };
  const leafAt = (section: Section): Promise<Directory> => {
    const known = leaves.get(section.offset);
    if (known) return known;
    const leaf = fetchSection(section).then(readLeaf);
    leaves.set(section.offset, leaf);
    leaf.catch(() => leaves.delete(section.offset));
    return leaf;
  };

  return {
    async tile(z, x, y) {
      let place = placeIn({ header, directory: root }, { z, x, y });
      if (place?.isLeaf) place = placeIn({ header, directory: await leafAt(place.section) }, { z, x, y });
      return place && fetchSection(place.section);
    },
  };
}

/** Where a tile is in its archive, or the leaf directory that tells. */
interface Place {
  isLeaf: boolean;
  section: Section;
}

/**
 * Looks a tile up in a directory of its archive; undefined if the archive does not have it.
 *
 * @throws {DataError} `pmtiles-directory` when it is said to lie outside the archive
 */
function placeIn({ header, directory }: { header: Header; directory: Directory }, tile: Tile): Place | undefined {
  if (tile.z < header.minZoom || tile.z > header.maxZoom) return undefined;
  const entry = findEntry(directory, tileId(tile));
  if (entry < 0) return undefined;
  const isLeaf = directory.runs[entry] === 0;
  const what = isLeaf ? 'leaf directory' : `tile ${tile.z}/${tile.x}/${tile.y}`;
  const { offsets, lengths } = directory;
  return { isLeaf, section: within(isLeaf ? header.leaves : header.tiles, offsets[entry], lengths[entry], what) };
}

/** @throws {DataError} `pmtiles-…` */
function readRoot(packed: Uint8Array): Directory {
  return decodeDirectory(gunzip(packed, 'root directory'));
}

/** @throws {DataError} `pmtiles-…` */
function readLeaf(packed: Uint8Array): Directory {
  const leaf = decodeDirectory(gunzip(packed, 'leaf directory'));
  if (leaf.runs.includes(0)) throw new DataError('pmtiles-directory', 'a leaf directory points to a further leaf');
  return leaf;
}

/** A part of a section, checked to lie inside it. */
function within(section: Section, offset: number, length: number, what: string): Section {
  if (offset + length > section.length) {
    throw new DataError(
      'pmtiles-directory',
      `the ${what} is said to lie at ${offset} to ${offset + length} of a section of ${section.length} bytes`,
    );
  }
  return { offset: section.offset + offset, length };
}

/** The bytes of a section, a view. */
function sectionOf(bytes: Uint8Array, { offset, length }: Section): Uint8Array {
  return bytes.subarray(offset, offset + length);
}
