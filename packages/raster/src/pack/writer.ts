import { crc32 } from 'node:zlib';
import type { Bounds, Tile } from '@severe/geo';
import { emptyDirectory, encodeDirectory, gzip, partOf, type Directory } from './directory.ts';
import { encodeHeader, headerBytes, rootEndsBefore, type TileKind } from './header.ts';
import { tileId } from './tile-id.ts';

/** A layer of vector tiles: its name, and its fields with their types. */
export interface VectorLayer {
  id: string;
  minzoom: number;
  maxzoom: number;
  fields: Record<string, 'String' | 'Number' | 'Boolean'>;
}

export interface TilePackOptions {
  /** Stored in the metadata, as is the attribution. */
  name: string;
  attribution?: string;
  /** The layers of vector tiles, stored in the metadata; then each added tile is an MVT in gzip. If absent, tiles are PNG. */
  vectorLayers?: VectorLayer[];
  /** Bounds of the tiles: west, south, east, north, in degrees. */
  bounds: Bounds;
  minZoom: number;
  maxZoom: number;
}

/** Initial number of entries of a leaf directory; doubled until the root that lists the leaves is small enough. */
const firstLeafEntries = 4096;

/**
 * Collects tiles, such as those of one frame, in any order, into a PMTiles version 3 archive: tile data in the order of
 * their Hilbert ids, identical tiles stored once, runs of them one entry, directories in gzip. Equal tiles give equal
 * bytes, whatever the order in which they were added.
 *
 *     127 bytes of header | root directory | metadata | leaf directories | tile data
 *
 * @see https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export class TilePackWriter {
  readonly #options: TilePackOptions;
  readonly #contents = new Contents();
  readonly #contentOf = new Map<number, number>();

  constructor(options: TilePackOptions) {
    this.#options = options;
  }

  /** Number of tiles added. */
  get count(): number {
    return this.#contentOf.size;
  }

  /**
   * Adds a tile. Its bytes are stored, not copied: the caller must not change them afterwards.
   *
   * @throws {RangeError} for a tile outside the zooms of the archive, or added before
   */
  add(tile: Tile, bytes: Uint8Array): void {
    const { minZoom, maxZoom } = this.#options;
    const name = `${tile.z}/${tile.x}/${tile.y}`;
    if (tile.z < minZoom || tile.z > maxZoom) {
      throw new RangeError(`tile ${name} is outside the levels ${minZoom} to ${maxZoom} of the pack`);
    }
    const id = tileId(tile);
    if (this.#contentOf.has(id)) throw new RangeError(`tile ${name} is in the pack already`);
    this.#contentOf.set(id, this.#contents.add(bytes));
  }

  /** The whole archive. */
  finish(): Uint8Array {
    const { bodies, tileBytes, directory } = this.#arrange();
    const metadata = gzip(Buffer.from(JSON.stringify(this.#metadata())));
    const { root, leaves } = encodeDirectories(directory);

    const sizes = [headerBytes, root.length, metadata.length, leaves.length, tileBytes];
    const [, rootAt, metadataAt, leavesAt, tilesAt] = sizes.map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0));
    const kind: TileKind = this.#options.vectorLayers ? 'mvt' : 'png';
    const header = {
      root: { offset: rootAt, length: root.length },
      metadata: { offset: metadataAt, length: metadata.length },
      leaves: { offset: leavesAt, length: leaves.length },
      tiles: { offset: tilesAt, length: tileBytes },
      addressed: this.count,
      entries: directory.ids.length,
      contents: bodies.length,
      minZoom: this.#options.minZoom,
      maxZoom: this.#options.maxZoom,
      bounds: this.#options.bounds,
    };
    return Buffer.concat([encodeHeader(header, kind), root, metadata, leaves, ...bodies]);
  }

  /** Visits tiles by id: each content is stored at its first occurrence, and neighbours that share one form a run. */
  #arrange(): { bodies: Uint8Array[]; tileBytes: number; directory: Directory } {
    const ids = Float64Array.from(this.#contentOf.keys()).sort();
    const directory = emptyDirectory(ids.length);
    const bodies: Uint8Array[] = [];
    const offsets = new Map<number, number>();
    let tileBytes = 0;
    let entries = 0;
    let lastContent = -1;
    for (const id of ids) {
      const content = this.#contentOf.get(id) as number;
      const last = entries - 1;
      if (content === lastContent && id === directory.ids[last] + directory.runs[last]) {
        directory.runs[last] += 1;
        continue;
      }
      const body = this.#contents.get(content);
      if (!offsets.has(content)) {
        offsets.set(content, tileBytes);
        bodies.push(body);
        tileBytes += body.length;
      }
      directory.ids[entries] = id;
      directory.runs[entries] = 1;
      directory.lengths[entries] = body.length;
      directory.offsets[entries] = offsets.get(content) as number;
      entries += 1;
      lastContent = content;
    }
    return { bodies, tileBytes, directory: partOf(directory, 0, entries) };
  }

  #metadata(): Record<string, unknown> {
    const { name, attribution, vectorLayers } = this.#options;
    const form = vectorLayers
      ? { format: 'pbf', type: 'baselayer', vector_layers: vectorLayers }
      : { format: 'png', type: 'overlay' };
    return { name, ...form, ...(attribution ? { attribution } : {}) };
  }
}

/** One directory if it fits after the header, else leaves and a root that lists them. */
function encodeDirectories(directory: Directory): { root: Uint8Array; leaves: Uint8Array } {
  const largest = rootEndsBefore - headerBytes;
  const whole = gzip(encodeDirectory(directory));
  if (whole.length <= largest) return { root: whole, leaves: new Uint8Array(0) };

  for (let size = firstLeafEntries; ; size *= 2) {
    const { root, leaves } = splitDirectory(directory, size);
    if (root.length <= largest) return { root, leaves };
  }
}

function splitDirectory(directory: Directory, size: number): { root: Uint8Array; leaves: Uint8Array } {
  const count = Math.ceil(directory.ids.length / size);
  const root = emptyDirectory(count);
  const leaves: Uint8Array[] = [];
  for (let i = 0, offset = 0; i < count; i++) {
    const leaf = gzip(encodeDirectory(partOf(directory, i * size, (i + 1) * size)));
    root.ids[i] = directory.ids[i * size];
    root.lengths[i] = leaf.length;
    root.offsets[i] = offset;
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: gzip(encodeDirectory(root)), leaves: Buffer.concat(leaves) };
}

/** Deduplicates byte strings, so that identical tiles share their bytes. */
class Contents {
  readonly #bodies: Uint8Array[] = [];
  readonly #bySum = new Map<number, number[]>();

  /** The index of this content; equal bytes have the same index. Bytes are stored, not copied. */
  add(body: Uint8Array): number {
    const sum = crc32(body);
    const alike = this.#bySum.get(sum);
    const known = alike?.find((index) => Buffer.compare(this.#bodies[index], body) === 0);
    if (known !== undefined) return known;

    const index = this.#bodies.push(body) - 1;
    if (alike) alike.push(index);
    else this.#bySum.set(sum, [index]);
    return index;
  }

  get(index: number): Uint8Array {
    return this.#bodies[index];
  }
}
