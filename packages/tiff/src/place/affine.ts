import type { Directory } from '../directory.ts';
import { tags } from '../tags.ts';
import { geoCodes, geoKeys, numberOf, type GeoKeys } from './geo-keys.ts';

/** Converts a pixel's corner to coordinates: x = x0 + column * xx + row * xy, y = y0 + column * yx + row * yy. */
export interface AffineTransform {
  x0: number;
  xx: number;
  xy: number;
  y0: number;
  yx: number;
  yy: number;
}

/**
 * The affine transformation of an image. Several tie points without a pixel size need rectification, which is not supported.
 *
 * @returns undefined if the image is not georeferenced, or pixels have no area
 * @see OGC 19-008r4 (GeoTIFF 1.1), sections 7.2 (raster space) and 7.3 (tags)
 */
export function readAffine(directory: Directory, geo: GeoKeys): AffineTransform | undefined {
  const corner = fromMatrix(directory) ?? fromTiePoint(directory);
  if (!corner || !(Math.abs(corner.xx * corner.yy - corner.xy * corner.yx) > 0)) return undefined;
  if (numberOf(geo, geoKeys.rasterType) !== geoCodes.pixelIsPoint) return corner;
  const { x0, xx, xy, y0, yx, yy } = corner; // the file gives the centre of the first pixel
  return { ...corner, x0: x0 - (xx + xy) / 2, y0: y0 - (yx + yy) / 2 };
}

function fromMatrix(directory: Directory): AffineTransform | undefined {
  const m = directory.numbers(tags.modelTransformation);
  return m.length === 16 ? { xx: m[0], xy: m[1], x0: m[3], yx: m[4], yy: m[5], y0: m[7] } : undefined;
}

function fromTiePoint(directory: Directory): AffineTransform | undefined {
  const [sizeX, sizeY] = directory.numbers(tags.modelPixelScale);
  const [column, row, , x, y] = directory.numbers(tags.modelTiepoint);
  if (sizeY === undefined || y === undefined) return undefined;
  const yy = -Math.abs(sizeY);
  return { xx: sizeX, xy: 0, x0: x - column * sizeX, yx: 0, yy, y0: y - row * yy };
}
