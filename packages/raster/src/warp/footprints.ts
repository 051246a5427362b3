/**
 * Which cells of a grid the pixels of a tile take, where neither axis of the grid is the map's: the rule of
 * `warp/projected.ts`, from lattices of places.
 */
import {
  borrow,
  footprintsRoom,
  takeFootprints,
  type Footprints,
  type FootprintsParts,
  type Workspace,
} from '@severe/kernels';
import { type Tile, tileSize } from '@severe/geo';
import type { GridShape } from '@severe/projection';
import { latticeOn } from './lattice.ts';
import { rounding } from './spans.ts';

/** Memory for the footprints of a tile, and where its places lie there. */
export interface FootprintsDesk {
  space: Workspace;
  parts: FootprintsParts;
}

let own: FootprintsDesk | undefined;

/** One memory is enough for a thread. */
function ownDesk(): FootprintsDesk {
  if (own) return own;
  const space = borrow(Object.values(footprintsRoom).reduce((sum, bytes) => sum + bytes));
  own = { space, parts: space.layOut(footprintsRoom) };
  return own;
}

/**
 * Prepares a grid; what it returns gives the footprints of a tile, undefined for one beside the grid. They last until
 * another tile is begun on the same desk.
 */
export function footprintsOn(
  { geometry, width, height }: GridShape,
  desk = ownDesk(),
): (tile: Tile) => Footprints | undefined {
  const fill = latticeOn(geometry);
  const { space, parts } = desk;
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

/** Whether all places lie before the first cell, or behind the last, or are none. */
function isBeside(places: Float64Array, size: number): boolean {
  let [before, behind] = [true, true];
  for (let i = 0; i < places.length && (before || behind); i++) {
    if (places[i] >= 0) before = false;
    if (places[i] <= size) behind = false;
  }
  return before || behind;
}
