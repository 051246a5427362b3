/**
 * The pixels of a tile on a grid of any projection, from few evaluations of it.
 *
 * A tile is divided into squares. The projection is evaluated at the corners, the middles of the sides and the centre
 * of each; where interpolating bilinearly between the corners differs from the other five by no more than is allowed,
 * the square is a patch, where it does not, it is divided in four.
 *
 *     o───+───o      o  corners, from which a patch is interpolated
 *     │       │      +  where the interpolation is checked: to second order, its error is largest there
 *     +   +   +
 *     │       │
 *     o───+───o
 */
import { tileSize } from './latlon.ts';
import type { GridPlace, PlaceOfPixel } from './projected.ts';

/**
 * A square of pixels with its north-western corner at (`x`, `y`) of the tile. With u and v pixels from there,
 * column = columns[0] + columns[1] u + columns[2] v + columns[3] u v, and so for rows.
 */
export interface Patch {
  x: number;
  y: number;
  size: number;
  columns: Bilinear;
  rows: Bilinear;
  /** What interpolating may be off by, in cells: twice the most that was measured, Infinity where it cannot be done. */
  error: number;
  /** The box round its pixels on the grid, errors included. */
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Bilinear = [number, number, number, number];

export interface Division {
  width: number;
  height: number;
  /** The error at which a square is no longer divided, in cells. */
  tolerance: number;
}

/** Squares at which dividing begins and ends, in pixels. */
const coarsest = 32;
export const finest = 4;

const across = tileSize + 1;

/** Corners of the pixels of a tile on the grid; evaluated when they are first asked for. */
export class Corners {
  readonly columns = new Float64Array(across * across);
  readonly rows = new Float64Array(across * across);
  readonly #known = new Uint8Array(across * across);
  readonly #place: GridPlace = { column: 0, row: 0 };
  #pixels: PlaceOfPixel = () => undefined;

  /** Begins another tile. */
  reset(pixels: PlaceOfPixel): void {
    this.#pixels = pixels;
    this.#known.fill(0);
  }

  /** The index of a corner, whose `columns` and `rows` are there then. */
  at(x: number, y: number): number {
    const index = y * across + x;
    if (this.#known[index]) return index;
    this.#pixels(x, y, this.#place);
    this.columns[index] = this.#place.column;
    this.rows[index] = this.#place.row;
    this.#known[index] = 1;
    return index;
  }
}

/** Visits the patches of a tile that may touch a grid. Those of `finest` may have a larger error than is allowed. */
export function visitPatches(corners: Corners, division: Division, visit: (patch: Patch) => void): void {
  for (let y = 0; y < tileSize; y += coarsest) {
    for (let x = 0; x < tileSize; x += coarsest) divide(corners, division, x, y, coarsest, visit);
  }
}

function divide(
  corners: Corners,
  division: Division,
  x: number,
  y: number,
  size: number,
  visit: (patch: Patch) => void,
): void {
  const patch = patchOf(corners, x, y, size);
  const { left, right, top, bottom, error } = patch;
  if (right < 0 || left > division.width || bottom < 0 || top > division.height) return;
  if (error <= division.tolerance || size <= finest) {
    visit(patch);
    return;
  }
  const half = size / 2;
  divide(corners, division, x, y, half, visit);
  divide(corners, division, x + half, y, half, visit);
  divide(corners, division, x, y + half, half, visit);
  divide(corners, division, x + half, y + half, half, visit);
}

function patchOf(corners: Corners, x: number, y: number, size: number): Patch {
  const half = size / 2;
  const nodes = [0, half, size].flatMap((v) => [0, half, size].map((u) => corners.at(x + u, y + v)));
  const columns = axisOf(corners.columns, nodes, size);
  const rows = axisOf(corners.rows, nodes, size);
  const error = 2 * Math.max(columns.error, rows.error);
  return {
    x,
    y,
    size,
    columns: columns.bilinear,
    rows: rows.bilinear,
    error,
    left: columns.least - error,
    right: columns.most + error,
    top: rows.least - error,
    bottom: rows.most + error,
  };
}

interface Axis {
  bilinear: Bilinear;
  /** The most that was measured. */
  error: number;
  least: number;
  most: number;
}

/** Places no map can use, of squares without an answer. */
const nowhere: Axis = { bilinear: [NaN, NaN, NaN, NaN], error: 0, least: Infinity, most: -Infinity };

/** @param nodes nine of them, row by row */
function axisOf(places: Float64Array, nodes: number[], size: number): Axis {
  const [nw, n, ne, w, centre, e, sw, s, se] = nodes.map((node) => places[node]);
  const all = [nw, n, ne, w, centre, e, sw, s, se];
  const known = all.filter((place) => Number.isFinite(place));
  if (known.length === 0) return nowhere;
  const least = Math.min(...known);
  const most = Math.max(...known);
  const bilinear: Bilinear = [nw, (ne - nw) / size, (sw - nw) / size, (nw - ne - sw + se) / (size * size)];
  if (known.length < all.length) return { bilinear, error: Infinity, least, most };
  const middle = (nw + ne + sw + se) / 4;
  const off = [n - (nw + ne) / 2, w - (nw + sw) / 2, e - (ne + se) / 2, s - (sw + se) / 2, centre - middle];
  return { bilinear, error: Math.max(...off.map(Math.abs)), least, most };
}
