import { DataError } from '@severe/base';
import { geostationaryInverse, type GridShape } from '@severe/projection';
import { sineOfElevation, type Sun } from './sun.ts';

/** The solar elevation is computed for one cell of this number in a row, and interpolated for the others. */
const stride = 8;

/**
 * The sine of the solar elevation for every cell of a geostationary grid; NaN off the earth's disk.
 *
 * @throws {DataError} `compose` for a grid of another kind
 */
export function daylightOf({ geometry, width, height }: GridShape, sun: Sun): Float32Array {
  if (geometry.kind !== 'geostationary')
    throw new DataError('compose', `a ${geometry.kind} grid is no view from space`);
  const { x0, y0, stepX, stepY } = geometry;
  const sines = new Float32Array(width * height);
  const at = (column: number, row: number): number => {
    const place = geostationaryInverse(geometry, x0 + column * stepX, y0 - row * stepY);
    return place ? sineOfElevation(sun, place.lon, place.lat) : NaN;
  };
  for (let row = 0; row < height; row++) {
    let before = at(0, row);
    for (let column = 0; column < width; column += stride) {
      const next = Math.min(column + stride, width - 1);
      const after = at(next, row);
      const isEdge = Number.isNaN(before) !== Number.isNaN(after); // of the disk
      const count = Math.max(1, next - column);
      for (let i = 0; i < count; i++) {
        sines[row * width + column + i] = isEdge ? at(column + i, row) : before + ((after - before) * i) / count;
      }
      before = after;
    }
    sines[(row + 1) * width - 1] = at(width - 1, row);
  }
  return sines;
}
