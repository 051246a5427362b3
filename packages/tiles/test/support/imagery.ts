import type { Field, ColourImage } from '@severe/raster';

/** A piece of the sector over the United States, around Oklahoma, in cells of 20 km. */
const [width, height] = [60, 40];
const step = 0.00056 * 35_786_023;
const geometry = {
  kind: 'geostationary' as const,
  height: 35_786_023,
  lonOrigin: -75,
  sweep: 'x' as const,
  major: 6_378_137,
  minor: 6_356_752.31414,
  x0: -0.062 * 35_786_023,
  y0: 0.105 * 35_786_023,
  stepX: step,
  stepY: step,
};

/** Clouds of −50 °C everywhere. */
export function infrared(): Field {
  const packed = new Uint16Array(width * height).fill(5000);
  return { width, height, packed, scale: 0.01, offset: -100, absent: [{ code: 65_535, means: 'missing' }], geometry };
}

/** One colour everywhere: red 200, green 120, blue 40. */
export function skyImage(): ColourImage {
  return { width, height, pixels: new Uint32Array(width * height).fill(0xff_28_78_c8), geometry };
}
