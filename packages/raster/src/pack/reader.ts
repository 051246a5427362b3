import { DataError, messageOf } from '@severe/base';
import type { Bounds } from '@severe/geo';
import { gunzip } from './compress.ts';
import type { Directory } from './directory.ts';
import { decodeHeader, type Header, type Section } from './header.ts';
import { placeIn, readLeaf, readRoot, sectionOf } from './places.ts';

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
