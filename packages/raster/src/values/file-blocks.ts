import { CacheBudget } from '@severe/async/cache-budget';
import type { Cells } from '@severe/tiff/write';
import { BlockCache, type Slots } from './block-cache.ts';
import { cellArrays, decodeBlock, decodeCells, type Block } from './decode-block.ts';
import { blocksOfFile, blocksOfParts, blocksUnder, type Box, type FileParts, type PackedBlocks } from './file-parts.ts';
import { needKind, readValueLayout, type CellKind, type ValueLayout } from './layout.ts';

/** Enough for the blocks of one map view. */
const ownCacheBytes = 16 << 20;

/** Packed octets of a block of one code, at most. */
const mostOfConstant = 256;

/** The blocks of a file, or of the parts of one that are in memory, unpacked on demand. */
export class FileBlocks {
  readonly layout: ValueLayout;
  readonly #packed: PackedBlocks;
  readonly #cache: BlockCache;
  readonly #slots: Slots;

  /**
   * @param kinds kinds of cells that the caller can read
   * @param options.level 0 for the grid itself, else its overview with cells of 2^level × 2^level; parts have level 0 only
   * @throws {DataError} `values-…` when this program did not write the bytes, or cells are of another kind
   */
  constructor(file: Uint8Array | FileParts, kinds: CellKind[], options: { cache?: BlockCache; level?: number } = {}) {
    const { cache = new BlockCache(new CacheBudget(ownCacheBytes), 1), level } = options;
    const layout = readValueLayout(file instanceof Uint8Array ? file : file.head, level);
    needKind(layout, kinds);
    this.layout = layout;
    this.#packed = file instanceof Uint8Array ? blocksOfFile(file, layout) : blocksOfParts(file);
    this.#cache = cache;
    this.#slots = Array.from({ length: layout.offsets.length }, () => undefined);
  }

  block(index: number): Block {
    const known = this.#cache.get(this.#slots, index);
    if (known) return known;
    const block = this.#unpack(index);
    this.#cache.set(this.#slots, index, block);
    return block;
  }

  /** The cells of a box, which must lie inside the grid. */
  cut(box: Box): Cells {
    const { column, row, width, height } = box;
    const { layout } = this;
    const inside = [column, row, width, height].every(Number.isInteger) && column >= 0 && row >= 0;
    if (!inside || width < 1 || height < 1 || column + width > layout.width || row + height > layout.height) {
      const wanted = `${width} × ${height} cells at column ${column}, row ${row}`;
      throw new RangeError(`there are no ${wanted} in a grid of ${layout.width} × ${layout.height}`);
    }
    return this.#collect(box, (index) => this.block(index));
  }

  /** All cells. Does not fill the cache. Blocks of one code, which are many, are unpacked once. */
  all(): Cells {
    const { width, height } = this.layout;
    const constants = new Map<string, Block>();
    const unpack = (index: number): Block => {
      const cached = this.#slots[index]?.block;
      if (cached) return cached;
      const packed = this.#packed(index);
      if (packed.length > mostOfConstant) return decodeCells(this.layout, index, packed);
      const key = Buffer.from(packed).toString('latin1');
      const known = constants.get(key);
      if (known) return known;
      const block = decodeBlock(this.layout, index, packed);
      constants.set(key, block);
      return block;
    };
    return this.#collect({ column: 0, row: 0, width, height }, unpack);
  }

  /** Drops this file's blocks from the cache. */
  forget(): void {
    this.#cache.forget(this.#slots);
  }

  #unpack(index: number): Block {
    return decodeBlock(this.layout, index, this.#packed(index));
  }

  /** Assembles a box from the blocks that it touches. */
  #collect(box: Box, blockOf: (index: number) => Block): Cells {
    const { column, row, width, height } = box;
    const { kind, across, side } = this.layout;
    const cells = new cellArrays[kind](width * height);
    for (const index of blocksUnder(this.layout, box)) {
      const [left, top] = [(index % across) * side - column, Math.floor(index / across) * side - row];
      copyInto(cells, { width, height }, blockOf(index), { left, top, side });
    }
    return cells;
  }
}

/** Copies the cells of a block that lie in a box; the block's first cell is at (`left`, `top`) of the box. */
function copyInto(
  box: Cells,
  { width, height }: Pick<Box, 'width' | 'height'>,
  block: Block,
  { left, top, side }: { left: number; top: number; side: number },
): void {
  const start = Math.max(0, left);
  const end = Math.min(width, left + side);
  for (let row = Math.max(0, top); row < Math.min(height, top + side); row++) {
    const to = row * width;
    if (block.length === 1) {
      box.fill(block[0], to + start, to + end);
    } else {
      const from = (row - top) * side - left;
      box.set(block.subarray(from + start, from + end), to + start);
    }
  }
}
