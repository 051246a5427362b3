import type { CodesPart } from './advect.ts';
import { borrowParts, handOver } from './pool.ts';
import type { Part, Workspace } from './workspace.ts';

interface Size {
  width: number;
  height: number;
}

const inBlocks = ({ width, height }: Size, factor: number): number =>
  Math.ceil(width / factor) * Math.ceil(height / factor);

/**
 * Means of 32-bit floats over blocks of `factor` × `factor` cells; those at the right and lower edge have fewer.
 *
 * @param line working memory for a row
 */
export function averageBlocks(
  space: Workspace,
  { at, width, height }: Part & Size,
  factor: number,
  line: Part,
  means: Part,
): void {
  space.run.averageBlocks(at, width, height, factor, line.at, means.at);
}

/**
 * Means of the values of codes over blocks of `factor` × `factor` cells, and the share of the cells that have one.
 *
 * @param values of each of 65,536 codes; not a number if it has none
 * @param range  `least` becomes 0, as do lower means and those of nothing; `most` is the greatest result
 * @returns arrays of one memory, to be given back
 */
export function meanBlocks(
  { width, height, packed }: Size & { packed: Uint16Array },
  factor: number,
  values: Float32Array,
  { least, most }: { least: number; most: number },
): { means: Float32Array; shares: Float32Array } {
  const blocks = inBlocks({ width, height }, factor);
  const sizes = { codes: packed.byteLength, table: values.byteLength, both: 8 * blocks };
  const { space, parts } = borrowParts(sizes);
  const { codes, table, both } = parts;
  space.shorts(codes).set(packed);
  space.floats(table).set(values);
  space.run.meanBlocks(codes.at, width, height, factor, table.at, least, most, both.at, both.at + 4 * blocks);
  const result = handOver(space, space.floats(both));
  return { means: result.subarray(0, blocks), shares: result.subarray(blocks) };
}

/** Bytes of the part for the classes of codes. */
export const classesSize = 4 * 0x10000;

/**
 * The share of each block of cells that belongs to each class. Blocks at the right and lower edge have no full share.
 *
 * @param codes  16 bits a cell
 * @param table  working memory; `classes`: bit `i` stands for plane `i`
 * @param planes of 32-bit floats, one after the other, of zeros
 */
export function shareBlocks(
  space: Workspace,
  { at, width, height }: CodesPart,
  factor: number,
  { classes, table }: { classes: Uint32Array; table: Part },
  planes: Part,
): void {
  space.words(table).set(classes);
  space.run.shareBlocks(at, width, height, factor, table.at, 1 / factor ** 2, planes.at);
}
