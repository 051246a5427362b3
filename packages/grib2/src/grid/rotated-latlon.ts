import type { Grid, GridTemplate } from './grid.ts';
import { latLonGrid, readLatLon, type LatLonGeometry } from './latlon.ts';
import { readSize } from './points.ts';
import { checked, readPole, rotationOf, turnedPlaces, type Pole } from './rotation.ts';
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
  return { ...rotatedGrid('3.1', scan, readLatLon(section3, scan), readPole(section3)), ...vectors(section3.u8(55)) };
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
  const turned = latLonGrid(template, scan, geometry);
  return { ...turned, ...turnedPlaces(turned, pole), geometry: { ...geometry, kind: 'rotated-latlon', pole } };
}
