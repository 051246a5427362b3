/**
 * Approximates the transform of a tile to a grid from few evaluations of the projection.
 *
 * A tile is divided into squares. The projection is evaluated at the corners, the middles of the sides and the centre
 * of each. If bilinear interpolation between the corners is within the tolerance at the other five, the square is a
 * patch; otherwise it is divided in four.
 *
 *     o───+───o      o  corners, from which a patch is interpolated
 *     │       │      +  where the interpolation is checked: to second order, its error is largest there
 *     +   +   +
 *     │       │
 *     o───+───o
 */
import { type Tile, tileSize } from '@severe/geo';
import type { GridPosition, PixelTransform } from '@severe/projection';

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
  /** Error bound of the interpolation, in cells: twice the largest measured error; Infinity if it is not possible. */
  error: number;
  /** The box around its pixels on the grid, widened by the error. */
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Bilinear = [number, number, number, number];

interface Division {
  width: number;
  height: number;
  /** Squares with a smaller error are not divided, in cells. */
  tolerance: number;
}

/** Side of the smallest square, in pixels. */
const finest = 4;

/** Side of the first squares, in pixels. At low zooms nine points are too few for a whole tile. */
function coarsest(z: number): number {
  return z < 3 ? 32 : tileSize;
}

const across = tileSize + 1;

/** Pixel corners of a tile in grid coordinates, evaluated on first use. */
export class Corners {
  readonly columns = new Float64Array(across * across);
  readonly rows = new Float64Array(across * across);
  readonly #known = new Uint8Array(across * across);
  readonly #place: GridPosition = { column: 0, row: 0 };
  #pixels: PixelTransform = () => undefined;
  #zoom = 0;

  /** Starts a new tile. */
  reset({ z }: Tile, pixels: PixelTransform): void {
    this.#zoom = z;
    this.#pixels = pixels;
    this.#known.fill(0);
  }

  get zoom(): number {
    return this.#zoom;
  }

  /** Evaluates a corner and returns its index in `columns` and `rows`. */
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

let memory: Corners | undefined;

/** The corners of a tile. They share one buffer per thread and are valid until the next tile. */
export function cornersOf(tile: Tile, pixels: PixelTransform): Corners {
  memory ??= new Corners();
  memory.reset(tile, pixels);
  return memory;
}

/** Visits the patches of a tile that may touch a grid. The smallest may exceed the tolerance. */
export function visitPatches(corners: Corners, division: Division, visit: (patch: Patch) => void): void {
  const size = coarsest(corners.zoom);
  for (let y = 0; y < tileSize; y += size) {
    for (let x = 0; x < tileSize; x += size) divide(corners, division, x, y, size, visit);
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

/** Corner indices of the nine nodes of the current square, row by row. */
const nodes = new Int32Array(9);

function patchOf(corners: Corners, x: number, y: number, size: number): Patch {
  const half = size / 2;
  for (let i = 0; i < nodes.length; i++) nodes[i] = corners.at(x + (i % 3) * half, y + Math.floor(i / 3) * half);
  const columns = axisOf(corners.columns, size);
  const rows = axisOf(corners.rows, size);
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
  /** Largest measured error. */
  error: number;
  least: number;
  most: number;
}

function axisOf(places: Float64Array, size: number): Axis {
  let [least, most, known] = [Infinity, -Infinity, 0];
  for (const node of nodes) {
    const place = places[node];
    if (!Number.isFinite(place)) continue;
    known++;
    if (place < least) least = place;
    if (place > most) most = place;
  }
  const [nw, ne, sw, se] = [places[nodes[0]], places[nodes[2]], places[nodes[6]], places[nodes[8]]];
  const bilinear: Bilinear = [nw, (ne - nw) / size, (sw - nw) / size, (nw - ne - sw + se) / (size * size)];
  if (known === 0) return { bilinear, error: 0, least, most }; // a square outside the projection is outside every grid
  if (known < nodes.length) return { bilinear, error: Infinity, least, most };
  const error = Math.max(
    Math.abs(places[nodes[1]] - (nw + ne) / 2),
    Math.abs(places[nodes[3]] - (nw + sw) / 2),
    Math.abs(places[nodes[4]] - (nw + ne + sw + se) / 4),
    Math.abs(places[nodes[5]] - (ne + se) / 2),
    Math.abs(places[nodes[7]] - (sw + se) / 2),
  );
  return { bilinear, error, least, most };
}
