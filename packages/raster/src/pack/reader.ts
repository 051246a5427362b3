import { DataError, messageOf } from '@severe/base';
import type { Bounds } from '@severe/geo';
import { gunzip } from './compress.ts';
import { decodeDirectory, findEntry, type Directory } from './directory.ts';
import { decodeHeader, type Header, type Section } from './header.ts';
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
  const root = decodeDirectory(gunzip(sectionOf(bytes, header.root), 'root directory'));
  const leaves = new Map<number, Directory>();

  const leafAt = (offset: number, length: number): Directory => {
    const known = leaves.get(offset);
    if (known) return known;
    const section = within(header.leaves, offset, length, 'leaf directory');
    const leaf = decodeDirectory(gunzip(sectionOf(bytes, section), 'leaf directory'));
    if (leaf.runs.includes(0)) throw new DataError('pmtiles-directory', 'a leaf directory points to a further leaf');
    leaves.set(offset, leaf);
    return leaf;
  };

  const tile = (z: number, x: number, y: number): Uint8Array | undefined => {
    if (z < header.minZoom || z > header.maxZoom) return undefined;
    const id = tileId({ z, x, y });
    let directory = root;
    let entry = findEntry(directory, id);
    if (entry >= 0 && directory.runs[entry] === 0) {
      directory = leafAt(directory.offsets[entry], directory.lengths[entry]);
      entry = findEntry(directory, id);
    }
    if (entry < 0) return undefined;
    return sectionOf(
      bytes,
      within(header.tiles, directory.offsets[entry], directory.lengths[entry], `tile ${z}/${x}/${y}`),
    );
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

function sectionOf(bytes: Uint8Array, { offset, length }: Section): Uint8Array {
  return bytes.subarray(offset, offset + length);
}
