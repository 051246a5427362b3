import { Grib2Error } from '../error.ts';
import type { Grid, GridTemplate } from './grid.ts';
import { latLonGrid, readLatLon, type LatLonGeometry } from './latlon.ts';
import { readSize } from './points.ts';
import { rotationOf, type Pole } from './rotation.ts';
import { Scan } from './scan.ts';

/** Latitudes and longitudes of turned coordinates: column i, row j as in a `latlon` grid, then turned by `pole`. */
export interface RotatedLatLonGeometry extends Omit<LatLonGeometry, 'kind'> {
  kind: 'rotated-latlon';
  pole: Pole;
}

/**
 * A regular grid of latitudes and longitudes whose southern pole was moved.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.1
 */
export const rotatedLatlon: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(72), width, height);
  const pole = { lat: section3.s32(73) * 1e-6, lon: section3.s32(77) * 1e-6, angle: section3.f32(81) };
  return { ...rotatedGrid('3.1', scan, readLatLon(section3, scan), pole), ...vectors(section3.u8(55)) };
};

/**
 * The same by the place of its middle, its first point given in true coordinates; octets 39 to 80 are NCEP's own. The
 * rows are not staggered.
 *
 * @see NCEP GRIB2 documentation, grid definition template 3.32769
 */
export const ncepRotatedLatlon: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(72), width, height);
  const pole = { lat: section3.s32(56) * 1e-6 - 90, lon: section3.s32(60) * 1e-6, angle: 0 };
  const first = { lat: section3.s32(47) * 1e-6, lon: section3.s32(51) * 1e-6 };
  const { lat: firstLat, lon: firstLon } = rotationOf(checked(pole)).fromEarth(first);
  const stepLon = section3.u32(64) * 1e-6 * scan.eastwards;
  const stepLat = section3.u32(68) * 1e-6 * scan.northwards;
  const geometry = { kind: 'latlon' as const, firstLat, firstLon, stepLat, stepLon };
  return { ...rotatedGrid('3.32769', scan, geometry, pole), ...vectors(section3.u8(55)) };
};

const vectors = (flags: number): Pick<Grid, 'vectorsAlongGrid'> => ({ vectorsAlongGrid: (flags & 0x08) !== 0 });

function rotatedGrid(
  template: string,
  scan: Scan,
  geometry: LatLonGeometry,
  pole: Pole,
): Omit<Grid, 'vectorsAlongGrid'> {
  const rotation = rotationOf(checked(pole));
  const turned = latLonGrid(template, scan, geometry);
  return {
    ...turned,
    geometry: { ...geometry, kind: 'rotated-latlon', pole },
    positionOf: (index) => rotation.toEarth(turned.positionOf(index)),
    nearest: (place) => turned.nearest(rotation.fromEarth(place)),
  };
}

function checked(pole: Pole): Pole {
  if (pole.lat >= -180 && pole.lat <= 90 && Number.isFinite(pole.angle) && Math.abs(pole.angle) <= 360) return pole;
  throw new Grib2Error('damaged', `a southern pole at latitude ${pole.lat}, turned by ${pole.angle} degrees`);
}
