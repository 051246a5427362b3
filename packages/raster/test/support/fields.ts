import { lambert, latLon } from '@severe/projection/testing';
import type { Field } from '../../src/field.ts';
import { seeded } from '@severe/testing/seeded';

export { lambert, latLon, planes, turned, type Plane } from '@severe/projection/testing';

/** Echoes like a radar's: wide areas of `nothing` (9000) and `missing` (0), and some values between 9900 and 10700. */
export function radarField(width: number, height: number, more: Partial<Field> = {}): Field {
  const random = seeded(width * 31 + height);
  const packed = new Uint16Array(width * height).fill(9000);
  for (let row = 0; row < height; row++) packed.fill(0, row * width, row * width + Math.min(width, 300));
  for (let storm = 0; storm < 30; storm++) {
    const column = Math.floor(random() * width);
    const row = Math.floor(random() * height);
    for (let i = 0; i < 400; i++) {
      const x = column + Math.floor(random() * 20);
      const y = row + Math.floor(random() * 20);
      if (x < width && y < height) packed[y * width + x] = 9900 + Math.floor(random() * 800);
    }
  }
  return {
    width,
    height,
    packed,
    scale: 0.1,
    offset: -999,
    absent: [
      { code: 0, means: 'missing' },
      { code: 9000, means: 'nothing' },
    ],
    geometry: latLon,
    ...more,
  };
}

/** A smooth field like a model's temperature, in 32 bits with negative codes. */
export function modelField(width: number, height: number, more: Partial<Field> = {}): Field {
  const packed = Int32Array.from({ length: width * height }, (_, i) =>
    Math.round(40_000 * Math.sin((i % width) / 90) + 30_000 * Math.cos(i / width / 70)),
  );
  return { width, height, packed, scale: 0.01, offset: 12.5, absent: [], geometry: lambert, ...more };
}
