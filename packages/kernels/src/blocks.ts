import type { CodesPart } from './advect.ts';
import { borrowParts, giveBack } from './pool.ts';
import type { Part, Workspace } from './workspace.ts';

interface Size {
  width: number;
  height: number;
}

const inBlocks = ({ width, height }: Size, factor: number): number =>
  Math.ceil(width / factor) * Math.ceil(height / factor);

/** Means of numbers over blocks of `factor` × `factor` cells; those at the right and lower edge have fewer. */
export function averageBlocks(
  { width, height, values }: Size & { values: Float32Array },
  factor: number,
): Float32Array {
  const sizes = { plane: 4 * values.length, line: 4 * width, means: 4 * inBlocks({ width, height }, factor) };
  const { space, parts } = borrowParts(sizes);
  const { plane, line, means } = parts;
  space.floats(plane).set(values);
  space.run.averageBlocks(plane.at, width, height, factor, line.at, means.at);
  const result = space.floats(means).slice();
  giveBack(space);
  return result;
}

/**
 * Means of the values of codes over blocks of `factor` × `factor` cells, and the share of the cells that have one.
 *
 * @param values of each of 65,536 codes; not a number if it has none
 * @param range  `least` becomes 0, as do lower means and those of nothing; `most` is the greatest result
 */
export function meanBlocks(
  { width, height, packed }: Size & { packed: Uint16Array },
  factor: number,
  values: Float32Array,
  { least, most }: { least: number; most: number },
): { means: Float32Array; shares: Float32Array } {
  const bytes = 4 * inBlocks({ width, height }, factor);
  const sizes = { codes: packed.byteLength, table: values.byteLength, means: bytes, shares: bytes };
  const { space, parts } = borrowParts(sizes);
  const { codes, table, means, shares } = parts;
  space.shorts(codes).set(packed);
  space.floats(table).set(values);
  space.run.meanBlocks(codes.at, width, height, factor, table.at, least, most, means.at, shares.at);
  const result = { means: space.floats(means).slice(), shares: space.floats(shares).slice() };
  giveBack(space);
  return result;
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
