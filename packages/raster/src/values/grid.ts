import { DataError } from '@severe/base';
import type { Absent, Field, Geometry } from '../field.ts';
import { BlockCache, type Slots } from './block-cache.ts';
import { decodeBlock, type Block } from './decode-block.ts';
import { blockRange, readLayout, type Layout } from './layout.ts';
import { shifted } from './locate.ts';
import { outside, Sampler, type Reading } from './sample.ts';
import { blocksAcross, blockSize } from './tiff.ts';

/** The values of a frame, ready to be asked. */
export interface ValueGrid {
  readonly width: number;
  readonly height: number;
  readonly geometry: Geometry;
  readonly scale: number;
  readonly offset: number;
  readonly absent: Absent[];
  /** What the cell says whose centre is nearest to a point (degrees); unpacks one block if it is not in the cache. */
  at(lon: number, lat: number): Reading;
  /** A part of the field; it must lie inside the grid. */
  window(column: number, row: number, width: number, height: number): Field;
  /** All of it. Blocks do not go through the cache. */
  field(): Field;
  /** Drops this file's blocks from the cache, for when the file itself is given up. */
  forget(): void;
}

/** Enough for the blocks that one map view asks. */
const ownCacheBytes = 16 << 20;

/**
 * Opens a value file that is in memory. Reads its directory and checks that all blocks lie inside the bytes; blocks
 * are unpacked when they are first asked for.
 *
 * @param options.cache where unpacked blocks are kept, shared with other files; a small one of its own when absent
 * @param options.level 0 for the grid itself, else its copy with cells of 2^level × 2^level
 * @throws {DataError} `values-…` here, or from the methods, when the bytes are not what `encodeCog` wrote
 */
export function openValues(bytes: Uint8Array, options: { cache?: BlockCache; level?: number } = {}): ValueGrid {
  const layout = readLayout(bytes, options.level);
  for (let i = 0; i < layout.offsets.length; i++) {
    const { start, length } = blockRange(layout, i);
    if (start + length > bytes.length) {
      throw new DataError('values-truncated', `block ${i} ends at ${start + length}, the file at ${bytes.length}`);
    }
  }
  return new MemoryGrid(bytes, layout, options.cache ?? new BlockCache(ownCacheBytes));
}

class MemoryGrid implements ValueGrid {
  readonly #bytes: Uint8Array;
  readonly #layout: Layout;
  readonly #sampler: Sampler;
  readonly #cache: BlockCache;
  readonly #slots: Slots;

  constructor(bytes: Uint8Array, layout: Layout, cache: BlockCache) {
    this.#bytes = bytes;
    this.#layout = layout;
    this.#sampler = new Sampler(layout);
    this.#cache = cache;
    this.#slots = Array.from({ length: layout.offsets.length }, () => undefined);
  }

  get width() {
    return this.#layout.width;
  }
  get height() {
    return this.#layout.height;
  }
  get geometry() {
    return this.#layout.geometry;
  }
  get scale() {
    return this.#layout.scale;
  }
  get offset() {
    return this.#layout.offset;
  }
  get absent() {
    return this.#layout.absent;
  }

  at(lon: number, lat: number): Reading {
    const place = this.#sampler.placeOf(lon, lat);
    return place ? this.#sampler.read(this.#block(place.block), place.cell) : outside;
  }

  window(column: number, row: number, width: number, height: number): Field {
    const inside = [column, row, width, height].every(Number.isInteger) && column >= 0 && row >= 0;
    if (!inside || width < 1 || height < 1 || column + width > this.width || row + height > this.height) {
      const wanted = `${width} × ${height} cells at column ${column}, row ${row}`;
      throw new RangeError(`there are no ${wanted} in a grid of ${this.width} × ${this.height}`);
    }
    return this.#cut(column, row, width, height, (index) => this.#block(index));
  }

  field(): Field {
    const unpack = (index: number) => this.#slots[index]?.block ?? this.#unpack(index);
    return this.#cut(0, 0, this.width, this.height, unpack);
  }

  forget(): void {
    this.#cache.forget(this.#slots);
  }

  #block(index: number): Block {
    const known = this.#cache.get(this.#slots, index);
    if (known) return known;
    const block = this.#unpack(index);
    this.#cache.set(this.#slots, index, block);
    return block;
  }

  #unpack(index: number): Block {
    const { start, length } = blockRange(this.#layout, index);
    return decodeBlock(this.#layout, index, this.#bytes.subarray(start, start + length));
  }

  /** Puts a box together from the blocks that it touches. */
  #cut(column: number, row: number, width: number, height: number, blockOf: (index: number) => Block): Field {
    const { wide, across, scale, offset, absent, geometry } = this.#layout;
    const packed = wide ? new Int32Array(width * height) : new Uint16Array(width * height);
    const lastDown = blocksAcross(row + height);
    const lastAcross = blocksAcross(column + width);
    for (let down = Math.floor(row / blockSize); down < lastDown; down++) {
      for (let right = Math.floor(column / blockSize); right < lastAcross; right++) {
        const block = blockOf(down * across + right);
        copyInto(packed, width, height, block, right * blockSize - column, down * blockSize - row);
      }
    }
    return { width, height, packed, scale, offset, absent, geometry: shifted(geometry, column, row) };
  }
}

/** Copies what a block shares with a box; the block's first cell lies at (`left`, `top`) of the box. */
function copyInto(box: Block, width: number, height: number, block: Block, left: number, top: number): void {
  const start = Math.max(0, left);
  const end = Math.min(width, left + blockSize);
  for (let row = Math.max(0, top); row < Math.min(height, top + blockSize); row++) {
    const to = row * width;
    if (block.length === 1) {
      box.fill(block[0], to + start, to + end);
    } else {
      const from = (row - top) * blockSize - left;
      box.set(block.subarray(from + start, from + end), to + start);
    }
  }
}
