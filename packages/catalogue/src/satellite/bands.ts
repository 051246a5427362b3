import type { GoesSource } from '../product.ts';

/** The distinct bands that a product is made of, such as `C13`. */
export function bandsOf(make: GoesSource['make']): string[] {
  if ('band' in make) return [make.band];
  if ('dayNight' in make) return Object.values(make.dayNight);
  const channels = [make.rgb.red, make.rgb.green, make.rgb.blue];
  return [...new Set(channels.flatMap(({ band, minus }) => (minus === undefined ? [band] : [band, minus])))];
}
