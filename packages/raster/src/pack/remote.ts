import { DataError } from '@severe/base';
import type { ReadRange } from '../values/remote.ts';
import type { Directory } from './directory.ts';
import { decodeHeader, rootEndsBefore, type Section } from './header.ts';
import { placeIn, readLeaf, readRoot, sectionOf } from './places.ts';

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
