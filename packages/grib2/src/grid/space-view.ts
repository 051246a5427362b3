import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth, type Earth } from './earth.ts';
import { RADIANS } from './ellipsoid.ts';
import type { Grid, GridTemplate, Position } from './grid.ts';
import { readSize, wrapLongitude } from './points.ts';
import { Scan } from './scan.ts';

/**
 * The earth as a satellite above the equator sees it: column i, row j is seen at the angles `(i - x0) * stepX` to the
 * east and `(j - y0) * stepY` to the north of straight down, in radians.
 */
export interface SpaceViewGeometry {
  kind: 'space-view';
  earth: Earth;
  lonOrigin: number;
  /** Of the satellite, from the centre of the earth, in metres. */
  distance: number;
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

const NOWHERE: Position = { lat: NaN, lon: NaN };

/**
 * A picture from a geostationary satellite, seen from straight above the equator and with north up.
 *
 * Positions are given for pictures that run from the north-west, as most do. For those that run another way (the
 * first satellites of EUMETSAT scanned from the south-east) readers differ on what the coordinates of the point below
 * the satellite count; a place wrong by half the earth is worse than none.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.90
 */
export const spaceView: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(64), width, height);
  const geometry = readView(section3, height);
  const told = scan.eastwards > 0 && scan.northwards < 0;
  const places = told ? viewOf(scan, geometry) : { positionOf: () => NOWHERE, nearest: () => undefined };
  const vectorsAlongGrid = (section3.u8(47) & 0x08) !== 0;
  return { template: '3.90', width, height, scan, geometry, vectorsAlongGrid, ...places };
};

function readView(section3: Section, height: number): SpaceViewGeometry {
  const [lat, turned] = [section3.s32(39) * 1e-6, section3.s32(65) * 1e-6];
  const away = section3.optionalU32(69);
  const [diameterX, diameterY] = [section3.u32(48), section3.u32(52)];
  if (lat !== 0 || turned !== 0 || away === undefined) {
    const found = away === undefined ? 'from infinitely far' : `above latitude ${lat}, turned by ${turned} degrees`;
    throw new Grib2Error('unsupported', `a view ${found}; only those above the equator with north up are read`);
  }
  if (away <= 1e6 || diameterX === 0 || diameterY === 0) {
    const found = `a view from ${away * 1e-6} radii of the earth, which is ${diameterX} × ${diameterY} points wide`;
    throw new Grib2Error('damaged', `${found}; more than 1 radius and 0 points are needed`);
  }
  const earth = readEarth(section3);
  const angle = 2 * Math.asin(1e6 / away);
  return {
    kind: 'space-view',
    earth,
    lonOrigin: wrapLongitude(section3.s32(43) * 1e-6),
    distance: away * 1e-6 * earth.major,
    x0: section3.u32(56) * 1e-3 - section3.u32(73),
    y0: height - 1 - (section3.u32(60) * 1e-3 - section3.u32(77)), // Yp counts from the south
    stepX: angle / diameterX,
    stepY: -((earth.minor / earth.major) * angle) / diameterY,
  };
}

/**
 * Where a line of sight meets the ellipsoid, and back.
 *
 * @see CGMS 03, LRIT/HRIT Global Specification, section 4.4.3.2
 */
function viewOf(scan: Scan, geometry: SpaceViewGeometry): Pick<Grid, 'positionOf' | 'nearest'> {
  const { earth, lonOrigin, distance, x0, y0, stepX, stepY } = geometry;
  const squash = (earth.major / earth.minor) ** 2;
  const beyond = distance ** 2 - earth.major ** 2;
  return {
    positionOf(index) {
      const { i, j } = scan.cellOf(index);
      const [x, y] = [(i - x0) * stepX, (j - y0) * stepY];
      const straight = Math.cos(x) * Math.cos(y);
      const k = 1 + (squash - 1) * Math.sin(y) ** 2;
      const under = (distance * straight) ** 2 - k * beyond;
      if (!(under > 0)) return NOWHERE;
      const length = (distance * straight - Math.sqrt(under)) / k;
      const ahead = distance - length * straight;
      const aside = length * Math.sin(x) * Math.cos(y);
      const up = length * Math.sin(y);
      const lat = Math.atan((squash * up) / Math.hypot(ahead, aside)) / RADIANS;
      return { lat, lon: wrapLongitude(Math.atan2(aside, ahead) / RADIANS + lonOrigin) };
    },
    nearest({ lat, lon }) {
      const centric = Math.atan(Math.tan(lat * RADIANS) / squash);
      const lambda = wrapLongitude(lon - lonOrigin) * RADIANS;
      const radius = earth.minor / Math.sqrt(1 - (1 - 1 / squash) * Math.cos(centric) ** 2);
      const ahead = distance - radius * Math.cos(centric) * Math.cos(lambda);
      const aside = radius * Math.cos(centric) * Math.sin(lambda);
      const up = radius * Math.sin(centric);
      const hidden = distance * (distance - ahead) < aside ** 2 + squash * up ** 2 + (distance - ahead) ** 2;
      if (hidden) return undefined;
      const i = Math.round(Math.atan2(aside, ahead) / stepX + x0);
      const j = Math.round(Math.asin(up / Math.hypot(ahead, aside, up)) / stepY + y0);
      return i >= 0 && i < scan.width && j >= 0 && j < scan.height ? scan.indexOf(i, j) : undefined;
    },
  };
}
