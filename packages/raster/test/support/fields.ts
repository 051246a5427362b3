import type { Field, LambertGeometry, LatLonGeometry } from '../../src/field.ts';
import { seeded } from './seeded.ts';

/** Part of the grid of the radar mosaics. */
export const latLon: LatLonGeometry = { kind: 'latlon', west: -99.995, north: 39.995, stepLon: 0.01, stepLat: 0.01 };

/** The cone of the HRRR model, with a smaller grid. */
export const lambert: LambertGeometry = {
  kind: 'lambert',
  radius: 6_371_229,
  lat1: 38.5,
  lat2: 38.5,
  latOrigin: 38.5,
  lonOrigin: -97.5,
  x0: -900_000.25,
  y0: 600_000.75,
  stepX: 3000,
  stepY: 3000,
};

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
