import { fillOf, type Band } from './bands.ts';
import { blockReader } from './blocks.ts';
import { rowsInside, type ImageLayout } from '../image-layout.ts';
import type { ByteSource } from '../source/index.ts';
import { partsOf, type Samples } from './samples.ts';
import { newTally, summarise, tally, tallyConstant, type Statistics } from './statistics.ts';

/** A stored number; both parts of a complex sample. */
export type Stored = number | [number, number];

/** Statistics and samples from the blocks of an image. */
export interface Survey {
  /** Whether all blocks were read in time. */
  complete: boolean;
  /** One for each band; undefined if not all blocks were read, or samples are complex. */
  statistics: Statistics[] | undefined;
  /** The stored number of each band, at each requested position inside the image. */
  cells: Map<number, Stored[]>;
}

interface Options {
  /** Positions, row × width + column. */
  indices: number[];
  /** Whether to stop; checked between blocks. Blocks with requested positions come first. */
  isLate?: () => boolean;
}

/**
 * Reads each block of an image once, one at a time, so the image may be larger than memory.
 *
 * @throws {DataError} `geotiff-…` for a block that cannot be unpacked
 */
export async function surveyBlocks(
  source: ByteSource,
  layout: ImageLayout,
  bands: Band[],
  options: Options,
): Promise<Survey> {
  const { indices, isLate = () => false } = options;
  const readBlock = await blockReader(source, layout);
  const wanted = cellsByBlock(layout, indices);
  const cells = new Map<number, Stored[]>();
  const tallies = bands.map((band) => newTally(layout, band));
  const perBand = layout.across * layout.down;
  const complex = partsOf(layout) === 2;
  const planes = layout.separate ? layout.bands : 1;

  const visit = async (index: number): Promise<void> => {
    const block = index % perBand;
    const rows = rowsInside(layout, Math.floor(block / layout.across));
    const plane = Math.floor(index / perBand);
    const samples = await readBlock(index);
    for (const cell of wanted.get(block) ?? []) {
      const found = cells.get(cell.index) ?? cells.set(cell.index, []).get(cell.index)!;
      found.push(...cellOf(samples, layout, cell.at, bands[plane]));
    }
    const columns = Math.min(layout.blockWidth, layout.width - (block % layout.across) * layout.blockWidth);
    for (let band = 0; band < layout.blockBands; band++) {
      if (samples && !complex) tally(tallies[plane + band], samples, layout, { band, columns, rows });
      else if (!samples) tallyConstant(tallies[plane + band], fillOf(bands[plane + band], layout), columns * rows);
    }
  };

  let late = false;
  for (const index of visitOrder(perBand, planes, wanted)) {
    late = isLate();
    if (late) break;
    await visit(index);
  }
  return { complete: !late, statistics: !late && !complex ? tallies.map(summarise) : undefined, cells };
}

/** A requested position in its block. */
interface Cell {
  index: number;
  /** Index of the pixel in the block. */
  at: number;
}

function cellsByBlock(
  { width, height, blockWidth, blockHeight, across }: ImageLayout,
  indices: number[],
): Map<number, Cell[]> {
  const blocks = new Map<number, Cell[]>();
  for (const index of new Set(indices)) {
    const row = Math.floor(index / width);
    const column = index % width;
    if (row >= height) continue;
    const block = Math.floor(row / blockHeight) * across + Math.floor(column / blockWidth);
    const at = (row % blockHeight) * blockWidth + (column % blockWidth);
    const others = blocks.get(block);
    if (others) others.push({ index, at });
    else blocks.set(block, [{ index, at }]);
  }
  return blocks;
}

/** Blocks with requested positions first, plane by plane, then the others. */
function* visitOrder(perBand: number, planes: number, wanted: Map<number, Cell[]>): Generator<number> {
  for (let plane = 0; plane < planes; plane++) for (const block of wanted.keys()) yield plane * perBand + block;
  for (let plane = 0; plane < planes; plane++) {
    for (let block = 0; block < perBand; block++) if (!wanted.has(block)) yield plane * perBand + block;
  }
}

function cellOf(samples: Samples | undefined, layout: ImageLayout, at: number, band: Band): Stored[] {
  const parts = partsOf(layout);
  return Array.from({ length: layout.blockBands }, (_, i) => {
    if (!samples) return fillOf(band, layout);
    const first = (at * layout.blockBands + i) * parts;
    return parts === 1 ? Number(samples[first]) : [Number(samples[first]), Number(samples[first + 1])];
  });
}
