import { complex, spatial } from './complex.ts';
import { ieee } from './ieee.ts';
import type { Packing } from './packing.ts';
import { png } from './png.ts';
import { simple } from './simple.ts';

/** Every packing that can be read, by the number of its template in table 5.0. */
export const packings: Record<number, Packing> = {
  0: simple,
  2: complex,
  3: spatial,
  4: ieee,
  41: png,
};
