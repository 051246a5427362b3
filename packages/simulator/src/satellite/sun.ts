import { hourMs, radian } from '../model/plane.ts';

/** Position of the sun: its subsolar point. */
interface Sun {
  /** Degrees north. */
  declination: number;
  /** Degrees east. */
  lon: number;
}

const day = 24 * hourMs;

/**
 * The subsolar point at a time, to a quarter of a degree.
 *
 * @see The Astronomical Almanac, low precision formulas for the Sun
 */
export function sunAt(time: number): Sun {
  const days = time / day - 10_957.5; // since noon of 1 January 2000
  const mean = 280.46 + 0.9856474 * days;
  const anomaly = (357.528 + 0.9856003 * days) * radian;
  const ecliptic = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radian;
  const tilt = 23.439 * radian;
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic)) / radian;
  const turned = mean + 360 * ((days % 1) + 0.5); // the mean sun's hour at Greenwich
  return {
    declination: Math.asin(Math.sin(tilt) * Math.sin(ecliptic)) / radian,
    lon: ((((ascension - turned + 180 + 180) % 360) + 360) % 360) - 180,
  };
}

/** Cosine of the solar zenith angle: 1 overhead, negative at night. */
export function sunHeight({ declination, lon: sunLon }: Sun, lat: number, lon: number): number {
  const across = Math.cos((lon - sunLon) * radian);
  const [d, l] = [declination * radian, lat * radian];
  return Math.sin(l) * Math.sin(d) + Math.cos(l) * Math.cos(d) * across;
}
