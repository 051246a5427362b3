import { viewLattice, type Part, type ViewScale, type Workspace } from '@severe/kernels';
import { latitudeOf, longitudeOf, type Tile, tileSize } from '@severe/geo';
import { gridTransform, meridianPlane, viewOf } from '@severe/projection';
import type { GeostationaryGeometry, Geometry } from '../field.ts';

/**
 * Grid coordinates of points of a tile, row by row; NaN if the projection is not defined at a point. They are 64-bit floats
 * in a workspace; `tables` is scratch memory.
 */
interface Lattice {
  space: Workspace;
  tables: Part;
  columns: Part;
  rows: Part;
}

/** Fills the first `count` × `count` entries: points one pixel apart, the first `start` pixels from the tile's corner. */
type FillLattice = (tile: Tile, start: number, count: number, lattice: Lattice) => void;

/** The transform from tiles to a grid, separated by rows and columns if the geometry allows it. */
export function latticeOn(geometry: Geometry): FillLattice {
  return geometry.kind === 'geostationary' ? geostationaryLattice(geometry) : anyLattice(geometry);
}

function anyLattice(geometry: Geometry): FillLattice {
  const place = gridTransform(geometry);
  const cell = { column: NaN, row: NaN };
  return (tile, start, count, lattice) => {
    const [columns, rows] = [lattice.columns, lattice.rows].map((part) => lattice.space.doubles(part));
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
  const scale = scaleOf(geometry, view.distance);
  return (tile, start, count, { space, tables, columns, rows }) => {
    const world = tileSize * 2 ** tile.z;
    const [sin, cos, p, q] = Array.from({ length: 4 }, () => new Float64Array(count));
    for (let i = 0; i < count; i++) {
      const lambda = ((longitudeOf((tile.x * tileSize + start + i) / world) - geometry.lonOrigin) * Math.PI) / 180;
      sin[i] = Math.sin(lambda);
      cos[i] = Math.cos(lambda);
      const meridian = meridianPlane(view, latitudeOf((tile.y * tileSize + start + i) / world));
      p[i] = meridian.p;
      q[i] = meridian.q;
    }
    viewLattice(space, { sin, cos, p, q }, scale, tables, columns, rows);
  };
}

function scaleOf({ height, sweep, x0, y0, stepX, stepY }: GeostationaryGeometry, distance: number): ViewScale {
  const [columnBy, column0] = [height / stepX, 0.5 - x0 / stepX];
  const [rowBy, row0] = [height / stepY, 0.5 + y0 / stepY];
  return { distance, sweep, columnBy, column0, rowBy, row0 };
}
