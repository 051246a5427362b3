/**
 * Grids of any projection to the map.
 *
 * The footprint of a pixel is the quadrilateral of its four corners on the grid. The rule uses the box around it, with
 * sides along the rows and columns of the grid. If the box is wider (or higher) than a cell, the pixel takes every column
 * (or row) that it touches, otherwise the one under its centre. The pixel is the product's reduction over the rectangle
 * of both. Neighbours share corners, so no cell is lost at any zoom.
 *
 * Grid coordinates are interpolated (`control.ts`). If the interpolation error could change the cells of a pixel, the
 * projection is evaluated there, so the image equals one without interpolation.
 */
import { tileSize } from '@severe/geo';
import { type GridPosition, pixelTransform, type PixelTransform } from '@severe/projection';
import type { Field, ProjectedGeometry } from '../field.ts';
import type { Look } from '../look.ts';
import type { Codes, Painted } from '../paint/codes.ts';
import { firstCell, isDoubtful, lastCell, type Interval } from './box.ts';
import { cornersOf, visitPatches, type Bilinear, type Corners, type Patch } from './control.ts';
import { occupancyOf } from './occupancy.ts';
import { boxReducer } from './reduce.ts';
import type { Warp } from './warp.ts';

/** Largest interpolation error of a patch, in cells; twice the measured error counts. */
const tolerance = 0.002;

export function projectedWarp(field: Field & { geometry: ProjectedGeometry }, look: Look, painted: Painted): Warp {
  const { width, height, geometry } = field;
  const { codes } = painted;
  const reduce = boxReducer(field, look, painted);
  const occupancy = occupancyOf(painted, width, height);
  const tiles = pixelTransform(geometry);
  const across: Interval = { centre: 0, low: 0, high: 0 };
  const down: Interval = { centre: 0, low: 0, high: 0 };

  /** The code of the cells of `across` and `down`. */
  const codeOfBox = (): number => {
    const left = Math.max(0, firstCell(across));
    const right = Math.min(width - 1, lastCell(across));
    const top = Math.max(0, firstCell(down));
    const bottom = Math.min(height - 1, lastCell(down));
    if (!(left <= right && top <= bottom)) return 0;
    return left === right && top === bottom ? codes[top * width + left] : reduce(left, right, top, bottom);
  };

  const drawPatch = (patch: Patch, pixels: PixelTransform, corners: Corners, out: Codes): void => {
    const { x, y, size, columns, rows, error } = patch;
    const interpolated = error <= tolerance;
    for (let v = 0; v < size; v++) {
      for (let u = 0, at = (y + v) * tileSize + x; u < size; u++, at++) {
        if (interpolated) {
          interpolate(columns, u, v, across);
          interpolate(rows, u, v, down);
        }
        if (!interpolated || isDoubtful(across, error) || isDoubtful(down, error)) {
          evaluate(pixels, corners, x + u, y + v, across, down);
        }
        out[at] = codeOfBox();
      }
    }
  };

  return (tile, out) => {
    const pixels = tiles(tile);
    let drawn = false;
    out.fill(0);
    const corners = cornersOf(tile, pixels);
    visitPatches(corners, { width, height, tolerance }, (patch) => {
      const [left, right] = [clamp(patch.left, width), clamp(patch.right, width)];
      const [top, bottom] = [clamp(patch.top, height), clamp(patch.bottom, height)];
      if (!occupancy.any(left, right, top, bottom)) return;
      drawPatch(patch, pixels, corners, out);
      drawn = true;
    });
    return drawn;
  };
}

function clamp(place: number, size: number): number {
  return Math.floor(Math.max(0, Math.min(size - 1, place)));
}

/** Centre and box of the pixel at (`u`, `v`) of a patch. */
function interpolate([origin, byU, byV, byBoth]: Bilinear, u: number, v: number, interval: Interval): void {
  const centre = origin + byU * (u + 0.5) + byV * (v + 0.5) + byBoth * (u + 0.5) * (v + 0.5);
  const alongU = (byU + byBoth * (v + 0.5)) / 2;
  const alongV = (byV + byBoth * (u + 0.5)) / 2;
  const twist = byBoth / 4;
  // Offsets of the corners: −alongU − alongV + twist, alongU − alongV − twist and so on.
  const [sum, difference] = [Math.abs(alongU + alongV), Math.abs(alongU - alongV)];
  interval.centre = centre;
  interval.low = centre + Math.min(twist - sum, -twist - difference);
  interval.high = centre + Math.max(twist + sum, difference - twist);
}

const place: GridPosition = { column: 0, row: 0 };

/** Centre and box of a pixel of a tile, from the projection. */
function evaluate(
  pixels: PixelTransform,
  corners: Corners,
  x: number,
  y: number,
  across: Interval,
  down: Interval,
): void {
  const { columns, rows } = corners;
  const [nw, ne, sw, se] = [corners.at(x, y), corners.at(x + 1, y), corners.at(x, y + 1), corners.at(x + 1, y + 1)];
  pixels(x + 0.5, y + 0.5, place);
  across.centre = place.column;
  across.low = Math.min(columns[nw], columns[ne], columns[sw], columns[se]);
  across.high = Math.max(columns[nw], columns[ne], columns[sw], columns[se]);
  down.centre = place.row;
  down.low = Math.min(rows[nw], rows[ne], rows[sw], rows[se]);
  down.high = Math.max(rows[nw], rows[ne], rows[sw], rows[se]);
}
