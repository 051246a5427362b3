import { DataError } from '@severe/base';
import type { Tile } from '@severe/geo';
import { gunzip } from './compress.ts';
import { decodeDirectory, findEntry, type Directory } from './directory.ts';
import type { Header, Section } from './header.ts';
import { tileId } from './tile-id.ts';

/** Where a tile is in its archive, or the leaf directory that tells. */
export interface Place {
  isLeaf: boolean;
  section: Section;
}

/**
 * Looks a tile up in a directory of its archive; undefined if the archive does not have it.
 *
 * @throws {DataError} `pmtiles-directory` when it is said to lie outside the archive
 */
export function placeIn(
  { header, directory }: { header: Header; directory: Directory },
  tile: Tile,
): Place | undefined {
  if (tile.z < header.minZoom || tile.z > header.maxZoom) return undefined;
  const entry = findEntry(directory, tileId(tile));
  if (entry < 0) return undefined;
  const isLeaf = directory.runs[entry] === 0;
  const what = isLeaf ? 'leaf directory' : `tile ${tile.z}/${tile.x}/${tile.y}`;
  const { offsets, lengths } = directory;
  return { isLeaf, section: within(isLeaf ? header.leaves : header.tiles, offsets[entry], lengths[entry], what) };
}

/** @throws {DataError} `pmtiles-…` */
export function readRoot(packed: Uint8Array): Directory {
  return decodeDirectory(gunzip(packed, 'root directory'));
}

/** @throws {DataError} `pmtiles-…` */
export function readLeaf(packed: Uint8Array): Directory {
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
export function sectionOf(bytes: Uint8Array, { offset, length }: Section): Uint8Array {
  return bytes.subarray(offset, offset + length);
}
