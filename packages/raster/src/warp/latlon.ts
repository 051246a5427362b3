/**
 * Latitude/longitude grids to the map.
 *
 * Along each axis, a pixel that is larger than a cell takes every cell it touches, and a smaller one takes the cell under
 * its centre. The pixel is the product's reduction over the rectangle of both.
 */
import { spreadLargest as spreadInWorkspace } from '@severe/kernels';
import { type Bounds, maxMercatorLatitude, mercatorX, mercatorY, tileSize } from '@severe/geo';
import { boundsOf, memoizeForZoom, pixelColumns, pixelRows } from '@severe/projection';
import type { Field, LatLonGeometry } from '../field.ts';
import type { Look } from '../look.ts';
import type { Codes, KernelMemory, Painted } from '../paint/codes.ts';
import { isLarge, spansOf, type Spans } from './spans.ts';
import { baseLevel, copyTile, levelAbove, type DrawInto, type Level } from './levels.ts';
import { occupancyOf } from './occupancy.ts';
import { boxReducer } from './reduce.ts';
import { spreadLargest, spreadReduced } from './spread.ts';
import type { Warp } from './warp.ts';

type LatLonField = Field & { geometry: LatLonGeometry };

export function latLonWarp(field: LatLonField, look: Look, painted: Painted): Warp {
  const { width, height, geometry } = field;
  const { codes, kernelMemory } = painted;
  const occupancy = occupancyOf(painted, width, height);
  const ordered = !painted.reduce && (look.reduce === 'maximum' || look.reduce === 'minimum');
  const reduce = boxReducer(field, look, painted);
  const line = new Uint8Array(width);
  const columnsOf = memoizeForZoom((z, x) => columnSpans(field, z, x * tileSize, tileSize));
  const rowsOf = memoizeForZoom((z, y) => rowSpans(field, z, y * tileSize, tileSize));

  const drawInto: DrawInto = ({ z, x, y }, out, start, stride) => {
    const columns = columnsOf(z, x);
    const rows = rowsOf(z, y);
    if (columns.from >= columns.to || rows.from >= rows.to) return false;
    const lastColumn = columns.last[columns.to - 1];
    const lastRow = rows.last[rows.to - 1];
    if (!occupancy.any(columns.first[columns.from], lastColumn, rows.first[rows.from], lastRow)) return false;
    const spread = { codes, width, columns, rows };
    if (ordered && kernelMemory) copyBlock(spreadInKernel(kernelMemory, width, columns, rows), out, start, stride);
    else if (ordered) spreadLargest(spread, occupancy, out, start, stride, line);
    else spreadReduced(spread, reduce, out, start, stride);
    return true;
  };

  const bounds = boundsOf(field);
  const deepest = ordered ? deepestTouching(geometry, bounds) : -1;
  const levelOf = levelStack(bounds, deepest, drawInto);
  return (tile, out) => {
    if (tile.z <= deepest) return copyTile(levelOf(tile.z), tile, out);
    if (!ordered || !kernelMemory) out.fill(0); // the kernel fills whole tiles
    return drawInto(tile, out, 0, tileSize);
  };
}

function spreadInKernel({ space, parts }: KernelMemory, width: number, columns: Spans, rows: Spans): Uint8Array {
  return spreadInWorkspace(space, parts.codes, width, columns, rows, parts);
}

function copyBlock(block: Uint8Array, out: Codes, start: number, stride: number): void {
  if (stride === tileSize) return out.set(block, start);
  for (let y = 0; y < tileSize; y++) out.set(block.subarray(y * tileSize, (y + 1) * tileSize), start + y * stride);
}

/** The levels from `deepest` upwards, each drawn on first use. */
function levelStack(bounds: Bounds, deepest: number, drawInto: DrawInto): (z: number) => Level {
  const made: Level[] = [];
  return function levelOf(z) {
    made[z] ??= z === deepest ? baseLevel(bounds, z, drawInto) : levelAbove(levelOf(z + 1), bounds, z);
    return made[z];
  };
}

/**
 * The deepest zoom at which all pixels over the grid are larger than a cell in both directions; −1 if there is none.
 * Pixels have the same width everywhere. Their height is smallest where the grid is farthest from the equator.
 */
function deepestTouching(geometry: LatLonGeometry, [west, south, , north]: Bounds): number {
  for (let z = 22; z >= 0; z--) {
    const world = tileSize * 2 ** z;
    const clamp = (pixel: number) => Math.min(world - 1, Math.max(0, Math.floor(pixel)));
    const pixels = [
      pixelColumns(geometry, z, clamp(mercatorX(west) * world), 1),
      pixelRows(geometry, z, clamp(mercatorY(Math.min(north, maxMercatorLatitude)) * world), 1),
      pixelRows(geometry, z, clamp(mercatorY(Math.max(south, -maxMercatorLatitude)) * world), 1),
    ];
    if (pixels.every(({ edges }) => isLarge(edges, 0))) return z;
  }
  return -1;
}

/** The cells of consecutive pixel columns, numbered over the world. */
function columnSpans(field: LatLonField, z: number, start: number, count: number): Spans {
  const { edges, centres } = pixelColumns(field.geometry, z, start, count);
  return spansOf(edges, centres, field.width);
}

/** The cells of consecutive pixel rows, numbered over the world. */
function rowSpans(field: LatLonField, z: number, start: number, count: number): Spans {
  const { edges, centres } = pixelRows(field.geometry, z, start, count);
  return spansOf(edges, centres, field.height);
}
