import { latitudeOf, longitudeOf, type Tile } from '@severe/geo';
import type { GeostationaryGeometry, Geometry } from '../field.ts';
import { arcOf, meridianOf, viewOf } from './geostationary.ts';
import { tileSize } from './latlon.ts';
import { placeOn } from './place-on.ts';

/** Where points of a tile lie on a grid, row by row, in cell units: cell i is [i, i + 1). NaN where there is no such place. */
export interface Lattice {
  columns: Float64Array;
  rows: Float64Array;
}

/** Fills the first `count` × `count` entries: points one pixel apart, the first `start` pixels from the tile's corner. */
export type FillLattice = (tile: Tile, start: number, count: number, lattice: Lattice) => void;

/** The way from tiles to a grid. What a geometry can do for rows and columns at once is done so. */
export function latticeOn(geometry: Geometry): FillLattice {
  return geometry.kind === 'geostationary' ? geostationaryLattice(geometry) : anyLattice(geometry);
}

function anyLattice(geometry: Geometry): FillLattice {
  const place = placeOn(geometry);
  const cell = { column: NaN, row: NaN };
  return (tile, start, count, { columns, rows }) => {
    const world = tileSize * 2 ** tile.z;
    const lons = Float64Array.from({ length: count }, (_, i) => longitudeOf((tile.x * tileSize + start + i) / world));
    for (let v = 0, at = 0; v < count; v++) {
      const lat = latitudeOf((tile.y * tileSize + start + v) / world);
      for (let u = 0; u < count; u++, at++) {
        place(lons[u], lat, cell);
        columns[at] = cell.column;
        rows[at] = cell.row;
      }
    }
  };
}

function geostationaryLattice(geometry: GeostationaryGeometry): FillLattice {
  const view = viewOf(geometry);
  const { lonOrigin, sweep } = geometry;
  const fillRow = sweep === 'x' ? fillRowX : fillRowY;
  return (tile, start, count, lattice) => {
    const world = tileSize * 2 ** tile.z;
    const sin = new Float64Array(count);
    const cos = new Float64Array(count);
    for (let u = 0; u < count; u++) {
      const lambda = ((longitudeOf((tile.x * tileSize + start + u) / world) - lonOrigin) * Math.PI) / 180;
      sin[u] = Math.sin(lambda);
      cos[u] = Math.cos(lambda);
    }
    for (let v = 0; v < count; v++) {
      const { p, q } = meridianOf(view, latitudeOf((tile.y * tileSize + start + v) / world));
      fillRow(p, q, view.distance, sin, cos, lattice, v * count);
    }
    toCells(geometry, lattice, count * count);
  };
}

/** Angles of view of a row of points, for an instrument that turns about x first. */
function fillRowX(
  p: number,
  q: number,
  distance: number,
  sin: Float64Array,
  cos: Float64Array,
  { columns, rows }: Lattice,
  at: number,
): void {
  const least = 1 / distance;
  for (let u = 0; u < sin.length; u++) {
    const ahead = p * cos[u];
    const away = distance - ahead;
    const seen = ahead >= least;
    columns[at + u] = seen ? arcOf((p * sin[u]) / Math.sqrt(q * q + away * away)) : NaN;
    rows[at + u] = seen ? arcOf(q / away) : NaN;
  }
}

function fillRowY(
  p: number,
  q: number,
  distance: number,
  sin: Float64Array,
  cos: Float64Array,
  { columns, rows }: Lattice,
  at: number,
): void {
  const least = 1 / distance;
  for (let u = 0; u < sin.length; u++) {
    const ahead = p * cos[u];
    const aside = p * sin[u];
    const away = distance - ahead;
    const seen = ahead >= least;
    columns[at + u] = seen ? arcOf(aside / away) : NaN;
    rows[at + u] = seen ? arcOf(q / Math.sqrt(aside * aside + away * away)) : NaN;
  }
}

function toCells(
  { height, x0, y0, stepX, stepY }: GeostationaryGeometry,
  { columns, rows }: Lattice,
  count: number,
): void {
  const [byX, fromX] = [height / stepX, 0.5 - x0 / stepX];
  const [byY, fromY] = [height / stepY, 0.5 + y0 / stepY];
  for (let i = 0; i < count; i++) {
    columns[i] = columns[i] * byX + fromX;
    rows[i] = fromY - rows[i] * byY;
  }
}
