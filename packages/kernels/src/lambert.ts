import { meansSizes } from './means.ts';
import { stepsSizes } from './steps.ts';
import type { Part, Workspace } from './workspace.ts';

/** Side of a tile in pixels. */
const side = 256;

/**
 * Positions of a tile's pixels on a grid, in cells: column = `column0 + rhoColumns[y] * sin[x]`, row likewise with
 * `rhoRows` and `cos`. The bounding box of a pixel is `sideColumns[y] * turn[x]` wide and `sideRows[y] * turn[x]` high.
 */
export interface LambertTables {
  column0: number;
  row0: number;
  rhoColumns: Float64Array;
  rhoRows: Float64Array;
  sideColumns: Float64Array;
  sideRows: Float64Array;
  sin: Float64Array;
  cos: Float64Array;
  turn: Float64Array;
}

/** Selection of cells by the pixels of a tile. */
export interface LambertRule {
  /** For pixels larger than a cell: the largest code of their cells, or the mean of their values. */
  rule: 'largest' | 'mean';
  /** The largest `turn` of the tile. */
  widest: number;
  /** Whether the centres of all pixels are on the grid. */
  within: boolean;
  /** Smaller overlaps, as a fraction of a cell, are rounding errors. */
  rounding: number;
}

/** Parts for drawing, apart from the cells; sums of cells only for means. */
export const lambertSizes = ({ width, height }: Size, rule: LambertRule['rule'] | undefined) => ({
  tables: 7 * 8 * side,
  ...meansSizes,
  ...stepsSizes,
  sums: rule === 'mean' ? 4 * (width + 1) * (height + 1) : 0,
});

type Size = { width: number; height: number };
type LambertParts = Record<keyof ReturnType<typeof lambertSizes> | 'codes', Part>;

/** Prepares means: computes the summed-area table of the 16-bit cells. */
export function sumCells(
  space: Workspace,
  { width, height }: Size,
  { packed, sums }: Record<'packed' | 'sums', Part>,
): void {
  space.run.sumCells(packed.at, width, height, sums.at);
}

/**
 * Draws a tile.
 *
 * @param parts `codes`: a byte per cell; `steps` from `putSteps`, `sums` from `sumCells`
 * @returns a code per pixel
 */
export function lambertTile(
  space: Workspace,
  { width, height }: Size,
  tables: LambertTables,
  { rule, widest, within, rounding }: LambertRule,
  parts: LambertParts,
): Uint8Array {
  const { column0, row0, rhoColumns, rhoRows, sideColumns, sideRows, sin, cos, turn } = tables;
  const lists = space.doubles(parts.tables);
  [rhoColumns, rhoRows, sideColumns, sideRows, sin, cos, turn].forEach((list, i) => lists.set(list, i * side));
  space.run.lambertTile(
    parts.codes.at,
    rule === 'mean' ? parts.sums.at : 0,
    width,
    height,
    column0,
    row0,
    parts.tables.at,
    widest,
    within ? 1 : 0,
    rounding,
    parts.steps.at,
    parts.tile.at,
  );
  return space.octets(parts.tile);
}
