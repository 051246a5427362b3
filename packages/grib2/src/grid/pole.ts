import type { Pole } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';

/** Octets 73 to 84 of templates 3.1 and 3.41. */
export function readPole(section3: Section): Pole {
  return checkPole({ lat: section3.s32(73) * 1e-6, lon: section3.s32(77) * 1e-6, angle: section3.f32(81) });
}

/** @throws {Grib2Error} `damaged` if the pole is not on the earth or the angle is more than a full turn */
export function checkPole(pole: Pole): Pole {
  if (pole.lat >= -180 && pole.lat <= 90 && Number.isFinite(pole.angle) && Math.abs(pole.angle) <= 360) return pole;
  throw new Grib2Error('damaged', `a southern pole at latitude ${pole.lat}, rotated by ${pole.angle} degrees`);
}
