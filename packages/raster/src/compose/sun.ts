import { DataError } from '@severe/base';
import { wrapLongitude } from '@severe/geo';
import { geostationaryInverse, type GridShape } from '@severe/projection';

const rad = Math.PI / 180;
const dayMs = 86_400_000;
const j2000 = Date.UTC(2000, 0, 1, 12);

/** Position of the sun: its declination, and the longitude of the subsolar point, in degrees. */
interface Sun {
  declination: number;
  lon: number;
}

/**
 * The position of the sun at a time, to about a hundredth of a degree.
 *
 * @see U.S. Naval Observatory, Astronomical Applications, "Computing Approximate Solar Coordinates"
 */
export function sunAt(at: Date): Sun {
  const days = (at.getTime() - j2000) / dayMs;
  const anomaly = (357.529 + 0.98560028 * days) * rad;
  const meanLongitude = 280.459 + 0.98564736 * days;
  const ecliptic = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const obliquity = (23.439 - 0.00000036 * days) * rad;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic)) / rad;
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic)) / rad;
  const siderealTime = 280.46061837 + 360.98564736629 * days; // of Greenwich, in degrees
  return { declination, lon: wrapLongitude(ascension - siderealTime) };
}

/** The sine of the solar elevation at a place in degrees. */
export function sineOfElevation({ declination, lon: sunLon }: Sun, lon: number, lat: number): number {
  const across = Math.cos(lat * rad) * Math.cos(declination * rad) * Math.cos((lon - sunLon) * rad);
  return Math.sin(lat * rad) * Math.sin(declination * rad) + across;
}

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
