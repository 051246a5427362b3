import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth, type Earth } from './earth.ts';
import type { Grid, GridTemplate, Position } from './grid.ts';
import { readSize, wrapLongitude } from './points.ts';
import { Scan } from './scan.ts';

/**
 * Lambert conformal conic. Column i, row j lies at `x0 + i * stepX`, `y0 + j * stepY` in metres of the projection
 * with its origin at (`latOrigin`, `lonOrigin`); steps have signs. Angles are degrees.
 */
export interface LambertGeometry {
  kind: 'lambert';
  earth: Earth;
  lat1: number;
  lat2: number;
  latOrigin: number;
  lonOrigin: number;
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

/**
 * A regular grid on a Lambert conformal cone.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.30
 */
export const lambert: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(65), width, height);
  const cone = readCone(section3);
  const projection = lambertProjection(cone);
  const first = { lat: section3.s32(39) * 1e-6, lon: section3.s32(43) * 1e-6 };
  if (Math.abs(first.lat) > 90) throw new Grib2Error('damaged', `the first point lies at latitude ${first.lat}`);

  const { x: x0, y: y0 } = projection.forward(first);
  const stepX = section3.u32(56) * 1e-3 * scan.eastwards;
  const stepY = section3.u32(60) * 1e-3 * scan.northwards;
  const vectorsAlongGrid = (section3.u8(47) & 0x08) !== 0;
  const grid = lambertGrid('3.30', scan, { kind: 'lambert', ...cone, x0, y0, stepX, stepY }, projection);
  return { ...grid, vectorsAlongGrid };
};

type Cone = Pick<LambertGeometry, 'earth' | 'lat1' | 'lat2' | 'latOrigin' | 'lonOrigin'>;

function readCone(section3: Section): Cone {
  const cone = {
    earth: readEarth(section3),
    latOrigin: section3.s32(48) * 1e-6,
    lonOrigin: wrapLongitude(section3.s32(52) * 1e-6),
    lat1: section3.s32(66) * 1e-6,
    lat2: section3.s32(70) * 1e-6,
  };
  const usable = (lat: number): boolean => Math.abs(lat) < 90;
  if (usable(cone.lat1) && usable(cone.lat2) && Math.abs(cone.lat1 + cone.lat2) > 1e-6) return cone;
  throw new Grib2Error('damaged', `standard parallels ${cone.lat1} and ${cone.lat2} make no cone`);
}

function lambertGrid(
  template: string,
  scan: Scan,
  geometry: LambertGeometry,
  projection: Projection,
): Omit<Grid, 'vectorsAlongGrid'> {
  const { width, height } = scan;
  const { x0, y0, stepX, stepY } = geometry;
  return {
    template,
    width,
    height,
    scan,
    geometry,
    positionOf(index) {
      const { i, j } = scan.cellOf(index);
      return projection.inverse(x0 + i * stepX, y0 + j * stepY);
    },
    nearest(place) {
      const { x, y } = projection.forward(place);
      const i = Math.round((x - x0) / stepX);
      const j = Math.round((y - y0) / stepY);
      return i >= 0 && i < width && j >= 0 && j < height ? scan.indexOf(i, j) : undefined;
    },
  };
}

interface Projection {
  forward(place: Position): { x: number; y: number };
  inverse(x: number, y: number): Position;
}

const RADIANS = Math.PI / 180;

/**
 * The projection of a cone, on a sphere or an ellipsoid.
 *
 * @see Snyder, Map Projections: A Working Manual (USGS Professional Paper 1395), equations 15-1 to 15-11, 14-15, 7-9
 */
function lambertProjection({ earth, lat1, lat2, latOrigin, lonOrigin }: Cone): Projection {
  const eccentricity = Math.sqrt(Math.max(0, 1 - (earth.minor / earth.major) ** 2));
  const m = (lat: number): number => Math.cos(lat) / Math.sqrt(1 - (eccentricity * Math.sin(lat)) ** 2);
  const t = (lat: number): number => {
    const squeezed = eccentricity * Math.sin(lat);
    return Math.tan(Math.PI / 4 - lat / 2) / ((1 - squeezed) / (1 + squeezed)) ** (eccentricity / 2);
  };
  const [phi1, phi2] = [lat1 * RADIANS, lat2 * RADIANS];
  const n =
    Math.abs(phi1 - phi2) < 1e-10
      ? Math.sin(phi1)
      : (Math.log(m(phi1)) - Math.log(m(phi2))) / (Math.log(t(phi1)) - Math.log(t(phi2)));
  const f = (earth.major * m(phi1)) / (n * t(phi1) ** n);
  const rho = (lat: number): number => f * t(lat) ** n;
  const rho0 = rho(latOrigin * RADIANS);

  return {
    forward({ lat, lon }) {
      const theta = n * wrapLongitude(lon - lonOrigin) * RADIANS;
      const radius = rho(lat * RADIANS);
      return { x: radius * Math.sin(theta), y: rho0 - radius * Math.cos(theta) };
    },
    inverse(x, y) {
      const radius = Math.sign(n) * Math.hypot(x, rho0 - y);
      const theta = Math.atan2(Math.sign(n) * x, Math.sign(n) * (rho0 - y));
      const lat = latitudeOf((radius / f) ** (1 / n), eccentricity);
      return { lat: lat / RADIANS, lon: wrapLongitude(theta / n / RADIANS + lonOrigin) };
    },
  };
}

/** Inverts t: at once on a sphere, in a few steps on an ellipsoid. */
function latitudeOf(t: number, eccentricity: number): number {
  let lat = Math.PI / 2 - 2 * Math.atan(t);
  if (eccentricity === 0) return lat;
  for (let step = 0; step < 8; step++) {
    const squeezed = eccentricity * Math.sin(lat);
    lat = Math.PI / 2 - 2 * Math.atan(t * ((1 - squeezed) / (1 + squeezed)) ** (eccentricity / 2));
  }
  return lat;
}
