/**
 * Which cells of a grid the pixels of a tile take, where neither axis of the grid is the map's: the rule of
 * `warp/projected.ts`, from lattices of places.
 */
import type { Tile } from '@severe/geo';
import { isWide } from './box.ts';
import type { GridShape } from './bounds.ts';
import { tileSize } from './latlon.ts';
import { latticeOn, type Lattice } from './lattice.ts';
import { rounding } from './spans.ts';

/** For each pixel, row by row, the cells that it takes: none where `first` is greater than `last`. */
export interface Footprints {
  firstColumn: Int32Array;
  lastColumn: Int32Array;
  firstRow: Int32Array;
  lastRow: Int32Array;
  /** Where the centres of the pixels lie. */
  centres: Lattice;
}

const pixels = tileSize * tileSize;
const corners = (tileSize + 1) * (tileSize + 1);

interface Memory extends Footprints {
  corners: Lattice;
}

let memory: Memory | undefined;

function newMemory(): Memory {
  const cells = () => new Int32Array(pixels);
  const lattice = (count: number): Lattice => ({ columns: new Float64Array(count), rows: new Float64Array(count) });
  return {
    firstColumn: cells(),
    lastColumn: cells(),
    firstRow: cells(),
    lastRow: cells(),
    centres: lattice(pixels),
    corners: lattice(corners),
  };
}

/**
 * Prepares a grid; what it returns gives the footprints of a tile, undefined for one beside the grid. One memory is
 * enough for a thread: they last until another tile is begun.
 */
export function footprintsOn({ geometry, width, height }: GridShape): (tile: Tile) => Footprints | undefined {
  const fill = latticeOn(geometry);
  memory ??= newMemory();
  const { corners: edge, ...footprints } = memory;
  const { firstColumn, lastColumn, firstRow, lastRow, centres } = footprints;
  return (tile) => {
    fill(tile, 0, tileSize + 1, edge);
    if (isBeside(edge.columns, width) || isBeside(edge.rows, height)) return undefined;
    fill(tile, 0.5, tileSize, centres);
    takeCells(edge.columns, centres.columns, width, firstColumn, lastColumn);
    takeCells(edge.rows, centres.rows, height, firstRow, lastRow);
    return footprints;
  };
}

/** Whether all places lie before the first cell, or behind the last, or are none. */
function isBeside(places: Float64Array, size: number): boolean {
  let [before, behind] = [true, true];
  for (let i = 0; i < places.length; i++) {
    if (places[i] >= 0) before = false;
    if (places[i] <= size) behind = false;
  }
  return before || behind;
}

/** The cells along one axis. */
function takeCells(
  edges: Float64Array,
  centres: Float64Array,
  size: number,
  first: Int32Array,
  last: Int32Array,
): void {
  const across = tileSize + 1;
  for (let y = 0, at = 0; y < tileSize; y++) {
    for (let x = 0, nw = y * across; x < tileSize; x++, at++, nw++) {
      const a = edges[nw];
      const b = edges[nw + 1];
      const c = edges[nw + across];
      const d = edges[nw + across + 1];
      const centre = centres[at];
      const low = Math.min(Math.min(a, b), Math.min(c, d));
      const high = Math.max(Math.max(a, b), Math.max(c, d));
      const wide = isWide(centre, low, high);
      const from = Math.floor((wide ? low : centre) + rounding);
      const to = wide ? Math.ceil(high - rounding) - 1 : from;
      const inside = to >= 0 && from < size; // false where there is no place
      first[at] = inside ? Math.max(0, from) : 1;
      last[at] = inside ? Math.min(size - 1, to) : 0;
    }
  }
}
