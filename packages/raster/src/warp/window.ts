import { type Tile, tileSize } from '@severe/geo';
import {
  type Extent,
  extentOf,
  type GridShape,
  lambertPixels,
  type LambertPixels,
  largestBox,
  pixelColumns,
  pixelRows,
  pixelTransform,
} from '@severe/projection';
import type { ProjectedGeometry } from '../field.ts';
import { cornersOf, visitPatches } from './control.ts';
import { footprintsOn } from './footprints.ts';
import { spansOf } from './spans.ts';

/** A rectangle of cells. */
export interface CellWindow {
  column: number;
  row: number;
  width: number;
  height: number;
}

/**
 * The cells that drawing a tile reads, so that only those are decoded; undefined if the tile is outside the grid. A field
 * cut to this window draws the same tile as the whole field.
 */
export function windowFor(shape: GridShape, tile: Tile): CellWindow | undefined {
  const { width, height, geometry } = shape;
  if (geometry.kind === 'lambert') return lambertWindow(lambertPixels(geometry, tile), width, height);
  if (geometry.kind === 'geostationary') return footprintWindow(shape, tile);
  if (geometry.kind === 'projected') return projectedWindow(geometry, tile, width, height);
  const columnAxis = pixelColumns(geometry, tile.z, tile.x * tileSize, tileSize);
  const rowAxis = pixelRows(geometry, tile.z, tile.y * tileSize, tileSize);
  const columns = spansOf(columnAxis.edges, columnAxis.centres, width);
  const rows = spansOf(rowAxis.edges, rowAxis.centres, height);
  if (columns.from >= columns.to || rows.from >= rows.to) return undefined;
  const [column, lastColumn] = [columns.first[columns.from], columns.last[columns.to - 1]];
  const [row, lastRow] = [rows.first[rows.from], rows.last[rows.to - 1]];
  return { column, row, width: lastColumn - column + 1, height: lastRow - row + 1 };
}

/** The window of a tile on a Lambert grid: the boxes around its pixels, and a margin of one cell. */
export function lambertWindow(pixels: LambertPixels, width: number, height: number): CellWindow | undefined {
  const extent = extentOf(pixels);
  const [across, down] = largestBox(pixels);
  return cellsWithin(
    {
      left: extent.left - across / 2 - 1,
      right: extent.right + across / 2 + 1,
      top: extent.top - down / 2 - 1,
      bottom: extent.bottom + down / 2 + 1,
    },
    width,
    height,
  );
}

/** Margin for interpolation errors, in cells. */
const margin = 1;

/** The window on a grid in any projection: the boxes around the patches of the tile, and a margin. */
function projectedWindow(
  geometry: ProjectedGeometry,
  tile: Tile,
  width: number,
  height: number,
): CellWindow | undefined {
  const corners = cornersOf(tile, pixelTransform(geometry)(tile));
  const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  visitPatches(corners, { width, height, tolerance: margin }, ({ left, right, top, bottom }) => {
    extent.left = Math.min(extent.left, left - margin);
    extent.right = Math.max(extent.right, right + margin);
    extent.top = Math.min(extent.top, top - margin);
    extent.bottom = Math.max(extent.bottom, bottom + margin);
  });
  return cellsWithin(extent, width, height);
}

/** The window from the footprints of all pixels, with the neighbouring cells that images are interpolated from. */
function footprintWindow(shape: GridShape, tile: Tile): CellWindow | undefined {
  const footprints = footprintsOn(shape)(tile);
  if (!footprints) return undefined;
  const { firstColumn, lastColumn, firstRow, lastRow } = footprints;
  const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let i = 0; i < firstColumn.length; i++) {
    if (firstColumn[i] > lastColumn[i] || firstRow[i] > lastRow[i]) continue;
    extent.left = Math.min(extent.left, firstColumn[i] - margin);
    extent.right = Math.max(extent.right, lastColumn[i] + margin);
    extent.top = Math.min(extent.top, firstRow[i] - margin);
    extent.bottom = Math.max(extent.bottom, lastRow[i] + margin);
  }
  return cellsWithin(extent, shape.width, shape.height);
}

function cellsWithin({ left, right, top, bottom }: Extent, width: number, height: number): CellWindow | undefined {
  const column = Math.max(0, Math.floor(left));
  const row = Math.max(0, Math.floor(top));
  const lastColumn = Math.min(width - 1, Math.floor(right));
  const lastRow = Math.min(height - 1, Math.floor(bottom));
  if (column > lastColumn || row > lastRow) return undefined;
  return { column, row, width: lastColumn - column + 1, height: lastRow - row + 1 };
}
