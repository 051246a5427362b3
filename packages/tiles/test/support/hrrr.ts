import { hrrrProducts, type ModelId } from '@severe/catalogue';
import { encodeCog, type Field } from '@severe/raster';
import type { World } from './world.ts';

/** 41 × 31 cells of 3 km on the HRRR grid around 38.5 N, 97.5 W, which is column 20 of row 15. */
const geometry = {
  kind: 'lambert',
  radius: 6_371_229,
  lat1: 38.5,
  lat2: 38.5,
  latOrigin: 38.5,
  lonOrigin: -97.5,
  x0: -60_000,
  y0: 45_000,
  stepX: 3000,
  stepY: 3000,
} as const;
export const middle = { lat: 38.5, lon: -97.5, column: 20, row: 15 };
const [width, height] = [41, 31];

/** The code of a cell that has no value. */
const missingCode = 65535;

/** A field whose value at a cell is `base + column + row / 10`. */
export function rampField(base: number, missing = false): Field {
  const packed = new Uint16Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      packed[row * width + column] = missing ? missingCode : column * 10 + row;
    }
  }
  return {
    width,
    height,
    packed,
    scale: 0.1,
    offset: base,
    absent: [{ code: missingCode, means: 'missing' }],
    geometry,
  };
}

/** The value of `rampField` in the middle. */
export const rampAtMiddle = (base: number): number => base + middle.column + middle.row / 10;

/** Publishes the fields of one hour of a run: product → base of its ramp, or undefined for a field without values. */
export async function publishHour(
  world: Pick<World, 'publish'>,
  runAt: string,
  hour: number,
  bases: Record<string, number | undefined>,
  family: ModelId = 'hrrr',
): Promise<void> {
  const run = new Date(runAt);
  for (const [product, base] of Object.entries(bases)) {
    await world.publish({
      family,
      product,
      runAt: run,
      validAt: new Date(run.getTime() + hour * 3_600_000),
      publishedAt: new Date(run.getTime() + 3_600_000 + hour * 60_000),
      values: encodeCog(rampField(base ?? 0, base === undefined)),
    });
  }
}

/** A different base for every product except the terrain height. */
export function basesOf(first: number): Record<string, number> {
  return Object.fromEntries(
    hrrrProducts.filter(({ id }) => id !== 'elevation').map(({ id }, i) => [id, first + i * 100]),
  );
}
