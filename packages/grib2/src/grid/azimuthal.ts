import { Grib2Error } from '../error.ts';
import { readEarth, type Earth } from './earth.ts';
import { areaOf, eccentricityOf, latitudeOfArea, parallelRadius, RADIANS } from './ellipsoid.ts';
import type { GridTemplate } from './grid.ts';
import { readSize, wrapLongitude } from './points.ts';
import { planeFrom, projectedGrid, readFirst, readSteps, type Plane, type Projection } from './projected.ts';
import { Scan } from './scan.ts';

/** Lambert azimuthal equal-area, with its origin where the plane touches (`latOrigin`, `lonOrigin`), in degrees. */
export interface AzimuthalGeometry extends Plane, Touch {
  kind: 'lambert-azimuthal';
}

interface Touch {
  earth: Earth;
  latOrigin: number;
  lonOrigin: number;
}

/**
 * A regular grid on a plane that touches the earth and keeps areas.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.140
 */
export const lambertAzimuthal: GridTemplate = (section3) => {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(64), width, height);
  const touch: Touch = {
    earth: readEarth(section3),
    latOrigin: section3.s32(47) * 1e-6,
    lonOrigin: wrapLongitude(section3.s32(51) * 1e-6),
  };
  if (Math.abs(touch.latOrigin) > 89.999) {
    throw new Grib2Error('unsupported', `an equal-area plane that touches at latitude ${touch.latOrigin} is not read`);
  }
  const projection = azimuthalProjection(touch);
  const plane = planeFrom(projection, readFirst(section3, 39), scan, readSteps(section3, 56));
  return projectedGrid('3.140', scan, { kind: 'lambert-azimuthal', ...touch, ...plane }, projection, section3.u8(55));
};

/** @see Snyder, Map Projections: A Working Manual (USGS Professional Paper 1395), equations 24-17 to 24-30 */
function azimuthalProjection({ earth, latOrigin, lonOrigin }: Touch): Projection {
  const eccentricity = eccentricityOf(earth);
  const pole = areaOf(Math.PI / 2, eccentricity);
  const authalic = (lat: number): number => Math.asin(Math.max(-1, Math.min(1, areaOf(lat, eccentricity) / pole)));
  const radius = earth.major * Math.sqrt(pole / 2);
  const phi = latOrigin * RADIANS;
  const beta1 = authalic(phi);
  const [sin1, cos1] = [Math.sin(beta1), Math.cos(beta1)];
  const stretch = (earth.major * parallelRadius(phi, eccentricity)) / (radius * cos1);

  return {
    forward({ lat, lon }) {
      const beta = authalic(lat * RADIANS);
      const lambda = wrapLongitude(lon - lonOrigin) * RADIANS;
      const [sin, cos, turned] = [Math.sin(beta), Math.cos(beta), Math.cos(lambda)];
      const b = radius * Math.sqrt(2 / (1 + sin1 * sin + cos1 * cos * turned));
      return { x: b * stretch * cos * Math.sin(lambda), y: (b / stretch) * (cos1 * sin - sin1 * cos * turned) };
    },
    inverse(x, y) {
      const [across, along] = [x / stretch, y * stretch];
      const rho = Math.hypot(across, along);
      if (rho === 0) return { lat: latOrigin, lon: lonOrigin };
      const c = 2 * Math.asin(rho / (2 * radius)); // NaN behind the antipode
      const q = pole * (Math.cos(c) * sin1 + (along * Math.sin(c) * cos1) / rho);
      const lambda = Math.atan2(across * Math.sin(c), rho * cos1 * Math.cos(c) - along * sin1 * Math.sin(c));
      return {
        lat: latitudeOfArea(q, eccentricity) / RADIANS,
        lon: wrapLongitude(lambda / RADIANS + lonOrigin),
      };
    },
  };
}
