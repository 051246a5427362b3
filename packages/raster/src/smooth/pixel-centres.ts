import { latitudeOf, longitudeOf, type Tile, tileSize } from '@severe/geo';
import { gridTransform, lambertPixels, pixelColumns, pixelRows } from '@severe/projection';
import type { Geometry, LambertGeometry, LatLonGeometry } from '../field.ts';

/**
 * Grid coordinates of the centres of the pixels of a tile, row by row: cell i covers [i, i + 1), and its centre is i + 0.5. NaN
 * where the projection is not defined.
 */
export interface PixelCentres {
  columns: Float64Array;
  rows: Float64Array;
}

/** The pixel centres of a tile on a grid. Tables give those of the grids that have them; others are projected one by one. */
export function pixelCentres(geometry: Geometry, tile: Tile): PixelCentres {
  if (geometry.kind === 'latlon') return onLatLon(geometry, tile);
  if (geometry.kind === 'lambert') return onLambert(geometry, tile);
  return onAny(geometry, tile);
}

function onLatLon(geometry: LatLonGeometry, { z, x, y }: Tile): PixelCentres {
  const across = pixelColumns(geometry, z, x * tileSize, tileSize).centres;
  const down = pixelRows(geometry, z, y * tileSize, tileSize).centres;
  const centres = emptyCentres();
  for (let v = 0; v < tileSize; v++) {
    centres.columns.set(across, v * tileSize);
    centres.rows.fill(down[v], v * tileSize, (v + 1) * tileSize);
  }
  return centres;
}

function onLambert(geometry: LambertGeometry, tile: Tile): PixelCentres {
  const { column0, row0, rhoColumns, rhoRows, sin, cos } = lambertPixels(geometry, tile);
  const { columns, rows } = emptyCentres();
  for (let v = 0, at = 0; v < tileSize; v++) {
    const [acrossBy, downBy] = [rhoColumns[v], rhoRows[v]];
    for (let u = 0; u < tileSize; u++, at++) {
      columns[at] = column0 + acrossBy * sin[u];
      rows[at] = row0 + downBy * cos[u];
    }
  }
  return { columns, rows };
}

function onAny(geometry: Geometry, { z, x, y }: Tile): PixelCentres {
  const place = gridTransform(geometry);
  const cell = { column: NaN, row: NaN };
  const world = tileSize * 2 ** z;
  const lons = Float64Array.from({ length: tileSize }, (_, u) => longitudeOf((x * tileSize + u + 0.5) / world));
  const { columns, rows } = emptyCentres();
  for (let v = 0, at = 0; v < tileSize; v++) {
    const lat = latitudeOf((y * tileSize + v + 0.5) / world);
    for (let u = 0; u < tileSize; u++, at++) {
      place(lons[u], lat, cell);
      columns[at] = cell.column;
      rows[at] = cell.row;
    }
  }
  return { columns, rows };
}

function emptyCentres(): PixelCentres {
  return { columns: new Float64Array(tileSize * tileSize), rows: new Float64Array(tileSize * tileSize) };
}
