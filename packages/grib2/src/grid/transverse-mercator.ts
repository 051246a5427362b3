import { wrapLongitude, type TransverseMercatorGrid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { readEarth } from './earth.ts';
import { readVectorFlag, type Grid } from './grid.ts';
import { readSize } from './rows.ts';
import { Scan } from './scan.ts';

/**
 * A regular grid on a cylinder around a meridian. Its first point is in centimetres of the plane.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, template 3.12
 */
export function transverseMercator(section3: Section): Grid<TransverseMercatorGrid> {
  const { width, height } = readSize(section3);
  const scan = new Scan(section3.u8(60), width, height);
  const geometry: TransverseMercatorGrid = {
    kind: 'transverse-mercator',
    earth: readEarth(section3),
    latOrigin: section3.s32(39) * 1e-6,
    lonOrigin: wrapLongitude(section3.s32(43) * 1e-6),
    factor: section3.f32(48),
    falseX: section3.s32(52) * 1e-2,
    falseY: section3.s32(56) * 1e-2,
    x0: section3.s32(69) * 1e-2,
    y0: section3.s32(73) * 1e-2,
    stepX: section3.u32(61) * 1e-2 * scan.eastwards,
    stepY: section3.u32(65) * 1e-2 * scan.northwards,
  };
  const { factor, latOrigin } = geometry;
  if (!(factor > 0.5 && factor < 2) || Math.abs(latOrigin) > 90) {
    const found = `a scale factor of ${factor} at latitude ${latOrigin}`;
    throw new Grib2Error('damaged', `${found} makes no transverse Mercator grid; factors are near 1`);
  }
  return { template: '3.12', width, height, scan, geometry, vectorsAlongGrid: readVectorFlag(section3, 47) };
}
