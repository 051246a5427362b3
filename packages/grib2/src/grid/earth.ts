import type { DefinedGrid, Ellipsoid } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';

const sphere = (radius: number): Ellipsoid => ({ major: radius, minor: radius });
const flattened = (major: number, inverse: number): Ellipsoid => ({ major, minor: major * (1 - 1 / inverse) });

const airy: Ellipsoid = { major: 6377563.396, minor: 6356256.909 };

/** Shapes of table 3.2 that need no further octets. */
const shapes: Record<number, Ellipsoid> = {
  0: sphere(6367470),
  2: flattened(6378160, 297),
  4: flattened(6378137, 298.257222101), // GRS 80
  5: flattened(6378137, 298.257223563), // WGS 84
  6: sphere(6371229),
  8: sphere(6371200),
  9: airy,
};

/** Octets 15 to 30 of section 3, in nearly all templates. */
export function readEarth(section3: Section): Ellipsoid {
  const shape = section3.u8(15);
  if (shapes[shape]) return shapes[shape];
  if (shape === 1) return checked(sphere(scaled(section3, 16)), shape);
  if (shape === 3) return checked({ major: scaled(section3, 21) * 1000, minor: scaled(section3, 26) * 1000 }, shape);
  if (shape === 7) return checked({ major: scaled(section3, 21), minor: scaled(section3, 26) }, shape);
  throw new Grib2Error('unsupported', `shape of the earth ${shape} is not known`);
}

/**
 * What to know of positions on a grid whose shape of the earth stands for an old datum: the ellipsoid of Airy is that of the
 * British national grid. The other shapes have no datum of their own, and their positions are used as those of WGS 84.
 */
export function earthNote({ geometry }: DefinedGrid): string | undefined {
  const isAiry = 'earth' in geometry && geometry.earth.major === airy.major && geometry.earth.minor === airy.minor;
  return isAiry ? 'Airy 1830 (OSGB36): positions are used as those of WGS 84, up to 120 m off' : undefined;
}

/** A scale factor in one octet and a value in four. */
function scaled(section3: Section, octet: number): number {
  return section3.u32(octet + 1) * 10 ** -section3.s8(octet);
}

function checked(earth: Ellipsoid, shape: number): Ellipsoid {
  const isPlausible = (axis: number): boolean => axis > 6.3e6 && axis < 6.5e6;
  if (isPlausible(earth.major) && isPlausible(earth.minor)) return earth;
  const axes = `semi-axes of ${earth.major} and ${earth.minor} m`;
  throw new Grib2Error('damaged', `shape of the earth ${shape} with ${axes}; about 6,370,000 are needed`);
}
