import type { GeostationaryGeometry } from '../../src/geometry.ts';

/** A grid of a view from space. */
export interface ViewGrid {
  geometry: GeostationaryGeometry;
  width: number;
  height: number;
}

const goesR = {
  kind: 'geostationary',
  height: 35_786_023,
  sweep: 'x',
  major: 6_378_137,
  minor: 6_356_752.31414,
} as const;

/** A grid whose first cell lies at these angles, in radians; cells are `step` wide. */
function grid(lonOrigin: number, x: number, y: number, step: number, width: number, height: number): ViewGrid {
  const metres = (angle: number) => angle * goesR.height;
  const steps = { stepX: metres(step), stepY: metres(step) };
  return { geometry: { ...goesR, lonOrigin, x0: metres(x), y0: metres(y), ...steps }, width, height };
}

/** Sectors as the files of the provider give them (GOES-R Product Definition and User's Guide, volume 3, table 5.1.2.7). */
export const conus2km = grid(-75, -0.101332, 0.128212, 0.000056, 2500, 1500);
export const westConus2km = grid(-137, -0.069972, 0.128212, 0.000056, 2500, 1500);
export const fullDisk1km = grid(-75, -0.151858, 0.151858, 0.000028, 10_848, 10_848);

/** A small piece of the CONUS sector over Louisiana, in cells of 2 km. */
export const louisiana = grid(-75, -0.101332 + 900 * 0.000056, 0.128212 - 650 * 0.000056, 0.000056, 160, 120);

/** The disk of Meteosat, whose instrument turns about the other axis first. */
export const meteosat: ViewGrid = {
  geometry: {
    kind: 'geostationary',
    height: 35_785_831,
    lonOrigin: 0,
    sweep: 'y',
    major: 6_378_169,
    minor: 6_356_583.8,
    x0: -5_567_248,
    y0: 5_567_248,
    stepX: 3000.4,
    stepY: 3000.4,
  },
  width: 3712,
  height: 3712,
};
