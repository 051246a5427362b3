/**
 * Lambert grids under the pixels of Web Mercator tiles.
 *
 * On a Mercator map tan(π/4 + lat/2) = e^ψ, and ψ is linear in the row of the pixel. So `rho` depends on rows only, and
 * `sin θ` and `cos θ` on columns only: a tile needs 256 exponentials and 512 sines, and two multiplications per pixel.
 */
import { tileSize, type Tile, longitudeFrom } from '@severe/geo';
import { radian } from '../angles.ts';
import type { LambertGeometry } from '../geometry.ts';
import { sphericalCone, type Cone } from '../projections/lambert.ts';
import { memoizeForZoom } from './memoize-for-zoom.ts';

/**
 * Grid coordinates of the pixel centres of a tile:
 * column = `column0 + rhoColumns[y] * sin[x]`, row = `row0 + rhoRows[y] * cos[x]`.
 *
 * `side[y] * turn[x]` is the side of the box around a pixel's footprint, in cells. Both maps are conformal, so the
 * footprint is a square; its side depends on the row and its rotation on the column.
 */
export interface LambertPixels extends PixelRows, PixelColumns {
  column0: number;
  row0: number;
}

interface PixelRows {
  rhoColumns: Float64Array;
  rhoRows: Float64Array;
  sideColumns: Float64Array;
  sideRows: Float64Array;
}

interface PixelColumns {
  sin: Float64Array;
  cos: Float64Array;
  turn: Float64Array;
  /** Minimum and maximum of each table. */
  sinRange: Range;
  cosRange: Range;
  turnRange: Range;
}

type Range = [least: number, greatest: number];

/** The tables of a tile. Their error against proj4 in double precision is below 1e-8 cells. */
export function lambertPixels(geometry: LambertGeometry, tile: Tile): LambertPixels {
  return lambertTiles(geometry)(tile);
}

/** Computes the tables of tiles. Tables of a row or column of tiles are cached while the zoom stays the same. */
export function lambertTiles(geometry: LambertGeometry): (tile: Tile) => LambertPixels {
  const cone = sphericalCone(geometry);
  const { x0, y0, stepX, stepY } = geometry;
  const origin = { column0: 0.5 - x0 / stepX, row0: 0.5 + (y0 - cone.rhoOrigin) / stepY };
  const rowsOf = memoizeForZoom((z, y) => pixelRows(geometry, cone, z, y));
  const columnsOf = memoizeForZoom((z, x) => pixelColumns(geometry, cone, z, x));
  return ({ z, x, y }) => ({ ...origin, ...rowsOf(z, y), ...columnsOf(z, x) });
}

function pixelRows({ stepX, stepY }: LambertGeometry, { constant, radiusF }: Cone, z: number, y: number): PixelRows {
  const world = tileSize * 2 ** z;
  const rho = new Float64Array(tileSize);
  for (let i = 0; i < tileSize; i++) {
    const psi = Math.PI * (1 - (2 * (y * tileSize + i + 0.5)) / world);
    rho[i] = radiusF * Math.exp(-constant * psi);
  }
  const angle = (2 * Math.PI) / world; // width of a pixel in longitude, in radians
  const side = rho.map((metres) => Math.abs(constant * metres) * angle);
  return {
    rhoColumns: rho.map((metres) => metres / stepX),
    rhoRows: rho.map((metres) => metres / stepY),
    sideColumns: side.map((metres) => metres / stepX),
    sideRows: side.map((metres) => metres / stepY),
  };
}

function pixelColumns({ lonOrigin }: LambertGeometry, { constant }: Cone, z: number, x: number): PixelColumns {
  const world = tileSize * 2 ** z;
  const [sin, cos, turn] = [new Float64Array(tileSize), new Float64Array(tileSize), new Float64Array(tileSize)];
  for (let i = 0; i < tileSize; i++) {
    const lon = ((x * tileSize + i + 0.5) / world) * 360 - 180;
    const theta = constant * longitudeFrom(lonOrigin, lon) * radian;
    sin[i] = Math.sin(theta);
    cos[i] = Math.cos(theta);
    turn[i] = Math.abs(sin[i]) + Math.abs(cos[i]);
  }
  return { sin, cos, turn, sinRange: rangeOf(sin), cosRange: rangeOf(cos), turnRange: rangeOf(turn) };
}

function rangeOf(values: Float64Array): Range {
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

/** A box in grid coordinates. */
export interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The box around all pixel centres of a tile. `rho` is monotonic in the row, so products with it are extreme in the first or the last row. */
export function extentOf({ column0, row0, rhoColumns, rhoRows, sinRange, cosRange }: LambertPixels): Extent {
  const [left, right] = products(rhoColumns, sinRange);
  const [top, bottom] = products(rhoRows, cosRange);
  return { left: column0 + left, right: column0 + right, top: row0 + top, bottom: row0 + bottom };
}

function products(rho: Float64Array, [least, greatest]: Range): Range {
  const [first, last] = [rho[0], rho[tileSize - 1]];
  const ends = [first * least, first * greatest, last * least, last * greatest];
  return [Math.min(...ends), Math.max(...ends)];
}

/** The largest sides of the boxes around the pixels of a tile, in cells. */
export function largestBox({ sideColumns, sideRows, turnRange }: LambertPixels): [across: number, down: number] {
  const last = tileSize - 1;
  const widest = turnRange[1];
  return [Math.max(sideColumns[0], sideColumns[last]) * widest, Math.max(sideRows[0], sideRows[last]) * widest];
}
