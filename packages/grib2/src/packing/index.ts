import { ccsds } from './ccsds.ts';
import { complex, spatial } from './complex.ts';
import { ieee } from './ieee.ts';
import { jpeg2000 } from './jpeg2000.ts';
import { logarithm } from './logarithm.ts';
import type { Packing } from './packing.ts';
import { png } from './png.ts';
import { runLength } from './run-length.ts';
import { simple } from './simple.ts';

/** Every packing that can be read, by the number of its template in table 5.0. */
export const packings: Record<number, Packing> = {
  0: simple,
  2: complex,
  3: spatial,
  4: ieee,
  40: jpeg2000,
  41: png,
  42: ccsds,
  61: logarithm,
  200: runLength,
  40000: jpeg2000, // as NCEP numbered these two before the manual did
  40010: png,
};
