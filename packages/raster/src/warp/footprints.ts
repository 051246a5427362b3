/**
 * The cells of the pixels of a tile on a grid whose axes differ from the map's: the rule of `projected.ts`, from lattices
 * of grid coordinates.
 */
import {
  borrowParts,
  footprintsSizes,
  takeFootprints,
  type Footprints,
  type FootprintsParts,
  type Workspace,
} from '@severe/kernels';
import { type Tile, tileSize } from '@severe/geo';
import type { GridShape } from '@severe/projection';
import { latticeOn } from './lattice.ts';
import { rounding } from './spans.ts';

/** A workspace for the footprints of a tile, and its parts. */
interface FootprintsWorkspace {
  space: Workspace;
  parts: FootprintsParts;
}

let shared: FootprintsWorkspace | undefined;

/** The workspace of the thread. */
function threadWorkspace(): FootprintsWorkspace {
  return (shared ??= borrowParts(footprintsSizes));
}

/**
 * Prepares a grid. The result computes the footprints of a tile; undefined if the tile is outside the grid. They are valid
 * until the next tile in the same workspace.
 */
export function footprintsOn(
  { geometry, width, height }: GridShape,
  workspace = threadWorkspace(),
): (tile: Tile) => Footprints | undefined {
  const fill = latticeOn(geometry);
  const { space, parts } = workspace;
  const { viewTables: tables } = parts;
  const corners = { space, tables, columns: parts.cornerColumns, rows: parts.cornerRows };
  const centres = { space, tables, columns: parts.centreColumns, rows: parts.centreRows };
  const count = (tileSize + 1) ** 2;
  return (tile) => {
    fill(tile, 0, tileSize + 1, corners);
    const [columns, rows] = [corners.columns, corners.rows].map((part) => space.doubles(part).subarray(0, count));
    if (isBeside(columns, width) || isBeside(rows, height)) return undefined;
    fill(tile, 0.5, tileSize, centres);
    return takeFootprints(space, parts, { width, height }, rounding);
  };
}

/** Whether all coordinates are before the first cell, after the last one, or NaN. */
function isBeside(places: Float64Array, size: number): boolean {
  let [before, behind] = [true, true];
  for (let i = 0; i < places.length && (before || behind); i++) {
    if (places[i] >= 0) before = false;
    if (places[i] <= size) behind = false;
  }
  return before || behind;
}
