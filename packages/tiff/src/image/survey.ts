import { fillOf, type Band } from './bands.ts';
import { blockReader } from './blocks.ts';
import { blockRanges, rowsInside, type ImageLayout } from '../image-layout.ts';
import type { ByteSource } from '../source/index.ts';
import { partsOf, type Samples } from './samples.ts';
import { newTally, summarise, tally, tallyConstant, type Statistics } from './statistics.ts';

/** A stored number; both parts of a complex sample. */
export type Stored = number | [number, number];

/** Statistics and samples from the blocks of an image. */
export interface Survey {
  /** Why blocks were not read; undefined if all were. */
  unread: string | undefined;
  /** One for each band; undefined if not all blocks were read, or samples are complex. */
  statistics: Statistics[] | undefined;
  /** The stored number of each band, at each requested position inside the image. */
  cells: Map<number, Stored[]>;
}

/** What to read of an image, and how much. */
export interface SurveyOptions {
  /** Positions, row × width + column. */
  indices: number[];
  /** Why to stop, such as a limit of processor time; asked between blocks. Blocks with requested positions come first. */
  stop?: () => string | undefined;
  /** Samples that are unpacked for statistics; default 550 million. */
  mostSamples?: number;
}

/**
 * Samples of the blocks of an image from which statistics are made: they take about five seconds. The largest image in use,
 * a full disk in half a kilometre, has 507 million. A larger one is not begun, so that every machine gives the same answer.
 */
const defaultMostSamples = 550e6;
/** Reading a block costs as much as this number of samples. */
const blockCost = 500;

/**
 * Reads each block of an image once, one at a time, so the image may be larger than memory. Of an image that is too large
 * for statistics, only the blocks with requested positions are read.
 *
 * @throws {DataError} `geotiff-…` for a block that cannot be unpacked
 */
export async function surveyBlocks(
  source: ByteSource,
  layout: ImageLayout,
  bands: Band[],
  options: SurveyOptions,
): Promise<Survey> {
  const { indices, stop = () => undefined, mostSamples = defaultMostSamples } = options;
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

  let unread = excessOf(layout, planes, mostSamples);
  for (const index of visitOrder(perBand, planes, wanted, unread !== undefined)) {
    const reason = stop();
    if (reason !== undefined) {
      unread = reason;
      break;
    }
    await visit(index);
  }
  return { unread, statistics: unread === undefined && !complex ? tallies.map(summarise) : undefined, cells };
}

/** Why an image is too large for statistics; undefined if it is not. Blocks that are not stored cost nothing. */
function excessOf(layout: ImageLayout, planes: number, mostSamples: number): string | undefined {
  const { across, down, blockWidth, blockHeight, blockBands } = layout;
  const blocks = across * down * planes;
  const cost = blockWidth * blockHeight * blockBands + blockCost;
  if (blocks * cost <= mostSamples) return undefined;
  const tooMany = (count: number): string =>
    `${blocks} blocks hold ${count} samples; statistics are made of at most ${mostSamples}`;
  if (blocks * blockCost > mostSamples) return tooMany(blocks * (cost - blockCost));
  const stored = blockRanges(layout, 0, blocks).filter(Boolean).length;
  return blocks * blockCost + stored * (cost - blockCost) <= mostSamples
    ? undefined
    : tooMany(stored * (cost - blockCost));
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

/** Blocks with requested positions first, plane by plane, then the others if they are to be read. */
function* visitOrder(
  perBand: number,
  planes: number,
  wanted: Map<number, Cell[]>,
  onlyWanted: boolean,
): Generator<number> {
  for (let plane = 0; plane < planes; plane++) for (const block of wanted.keys()) yield plane * perBand + block;
  if (onlyWanted) return;
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
