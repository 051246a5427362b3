/**
 * The view of a geostationary satellite, forward and inverse.
 *
 * With z along the axis of the earth and the satellite on the x axis, in semi-major axes, a position has
 *
 *     p = N cos φ           (distance from the axis)        x = p cos λ
 *     q = N (1 − e²) sin φ  (height above the equator)      y = p sin λ        z = q
 *
 * p and q depend on rows of a Mercator map, sin λ and cos λ on its columns: a pixel needs one root, two divisions and two
 * short series. The position is visible if g x ≥ 1, where g is the distance of the satellite.
 *
 * @see NOAA, GOES-R Product Definition and User's Guide, volume 3, section 5.1.2.8 (navigation of image data)
 */
import { radian } from '../angles.ts';
import type { GeostationaryGeometry } from '../geometry.ts';

/** Constants of a view, in semi-major axes; `height` is in metres. */
interface View {
  distance: number;
  height: number;
  /** (b / a)², which is 1 − e². */
  squash: number;
}

/** Derives the constants of a view. */
export function viewOf({ height, major, minor }: GeostationaryGeometry): View {
  return { distance: 1 + height / major, height, squash: (minor / major) ** 2 };
}

/** Distance of a latitude from the axis and from the equatorial plane, in semi-major axes. */
export function meridianPlane({ squash }: View, lat: number): { p: number; q: number } {
  const sin = Math.sin(lat * radian);
  const normal = 1 / Math.sqrt(1 - (1 - squash) * sin * sin);
  return { p: normal * Math.cos(lat * radian), q: normal * squash * sin };
}

/**
 * The arctangent for angles at which the earth is visible. These are up to 8.7°, where the error of the series is below
 * 1e-12.
 */
function arcOf(tangent: number): number {
  const t = tangent * tangent;
  return tangent * (1 - t * (1 / 3 - t * (1 / 5 - t * (1 / 7 - t * (1 / 9 - t * (1 / 11 - t * (1 / 13)))))));
}

/** Writes the grid coordinates of a position in degrees to `cell`. */
interface GeostationaryTransform {
  (lon: number, lat: number, cell: { column: number; row: number }): void;
}

/** The transform of a view; NaN if the position is not visible. */
export function geostationaryTransform(geometry: GeostationaryGeometry): GeostationaryTransform {
  const view = viewOf(geometry);
  const { distance, height } = view;
  const { lonOrigin, sweep, x0, y0, stepX, stepY } = geometry;
  return (lon, lat, cell) => {
    const { p, q } = meridianPlane(view, lat);
    const lambda = (lon - lonOrigin) * radian;
    const ahead = p * Math.cos(lambda);
    const aside = p * Math.sin(lambda);
    const away = distance - ahead;
    const seen = distance * ahead >= 1;
    const x = arcOf(aside / (sweep === 'x' ? Math.hypot(q, away) : away));
    const y = arcOf(q / (sweep === 'x' ? away : Math.hypot(aside, away)));
    cell.column = seen ? (x * height - x0) / stepX + 0.5 : NaN;
    cell.row = seen ? (y0 - y * height) / stepY + 0.5 : NaN;
  };
}

/** The position at a point of the projection in metres; undefined outside the disk of the earth. */
export function geostationaryInverse(
  { height, lonOrigin, sweep, major, minor }: GeostationaryGeometry,
  x: number,
  y: number,
): { lon: number; lat: number } | undefined {
  const distance = 1 + height / major;
  const squash = (minor / major) ** 2;
  const [across, up] = [Math.tan(x / height), Math.tan(y / height)];
  const dy = sweep === 'x' ? across * Math.hypot(1, up) : across;
  const dz = sweep === 'x' ? up : up * Math.hypot(1, across);
  // The first intersection of distance·(1, 0, 0) + k·(−1, dy, dz) with the ellipsoid
  const a = 1 + dy * dy + (dz * dz) / squash;
  const determinant = distance * distance - a * (distance * distance - 1);
  if (!(determinant >= 0)) return undefined;
  const k = (distance - Math.sqrt(determinant)) / a;
  const [vx, vy, vz] = [distance - k, k * dy, k * dz];
  return { lon: lonOrigin + Math.atan2(vy, vx) / radian, lat: Math.atan2(vz / squash, Math.hypot(vx, vy)) / radian };
}
