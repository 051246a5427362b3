import { type Directory, tags } from '@severe/tiff/container';
import { keys, numberOf, type GeoKeys } from './geo-keys.ts';

/** From the corner of a pixel to the coordinates of the system: x = x0 + column * xx + row * xy, y likewise. */
export interface Transform {
  x0: number;
  xx: number;
  xy: number;
  y0: number;
  yx: number;
  yy: number;
}

const pixelIsPoint = 2;

/**
 * Where the pixels of an image lie. Several tie points without a size of pixels bend the image: these are left to who
 * can rectify it.
 *
 * @returns undefined where the image is not placed, or pixels would have no area
 * @see OGC 19-008r4 (GeoTIFF 1.1), sections 7.2 (raster space) and 7.3 (tags)
 */
export function readTransform(directory: Directory, found: GeoKeys): Transform | undefined {
  const corner = fromMatrix(directory) ?? fromTiePoint(directory);
  if (!corner || !(Math.abs(corner.xx * corner.yy - corner.xy * corner.yx) > 0)) return undefined;
  if (numberOf(found, keys.rasterType) !== pixelIsPoint) return corner;
  const { x0, xx, xy, y0, yx, yy } = corner; // what was given is the centre of the first pixel
  return { ...corner, x0: x0 - (xx + xy) / 2, y0: y0 - (yx + yy) / 2 };
}

function fromMatrix(directory: Directory): Transform | undefined {
  const m = directory.numbers(tags.modelTransformation);
  return m.length === 16 ? { xx: m[0], xy: m[1], x0: m[3], yx: m[4], yy: m[5], y0: m[7] } : undefined;
}

function fromTiePoint(directory: Directory): Transform | undefined {
  const [sizeX, sizeY] = directory.numbers(tags.modelPixelScale);
  const [column, row, , x, y] = directory.numbers(tags.modelTiepoint);
  if (sizeY === undefined || y === undefined) return undefined;
  const yy = -Math.abs(sizeY);
  return { xx: sizeX, xy: 0, x0: x - column * sizeX, yx: 0, yy, y0: y - row * yy };
}
