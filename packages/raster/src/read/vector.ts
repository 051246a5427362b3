import { DataError } from '@severe/base';
import { convergenceOf, type Convergence } from '@severe/projection';
import type { Field } from '../field.ts';

interface VectorOptions {
  derive: 'magnitude' | 'direction-from';
  /** Whether components are along columns and rows; otherwise they are eastward and northward. */
  alongGrid: boolean;
  /** Resolution of the result, in its units. */
  step: number;
}

/** The code of a cell without one of the components. */
const missingCode = 0xffff;
const full = 360;

/**
 * The speed of a vector, or the direction it comes from: degrees clockwise from true north, 0 ≤ d < 360, in steps. The
 * direction of a zero vector is 0.
 *
 * @throws {DataError} `vector` if the components are on different grids or too large for 16 bits
 */
export function deriveFromVector([east, north]: [Field, Field], options: VectorOptions): Field {
  const { derive, step } = options;
  if (!sameGrid(east, north)) throw new DataError('vector', 'the components are on two different grids');
  const convergence = derive === 'magnitude' || !options.alongGrid ? undefined : convergenceOf(east.geometry);
  const packed = derive === 'magnitude' ? magnitudes(east, north, step) : directions(east, north, step, convergence);
  const { width, height, geometry } = east;
  const absent = [{ code: missingCode, means: 'missing' as const }];
  return { width, height, packed, scale: step, offset: 0, geometry, absent };
}

function sameGrid(a: Field, b: Field): boolean {
  return a.width === b.width && a.height === b.height && JSON.stringify(a.geometry) === JSON.stringify(b.geometry);
}

function magnitudes(east: Field, north: Field, step: number): Uint16Array {
  const packed = new Uint16Array(east.packed.length);
  const isMissing = missingIn(east, north);
  let largest = 0;
  for (let i = 0; i < packed.length; i++) {
    const u = east.offset + east.packed[i] * east.scale;
    const v = north.offset + north.packed[i] * north.scale;
    const code = Math.round(Math.sqrt(u * u + v * v) / step);
    if (isMissing(i)) {
      packed[i] = missingCode;
    } else {
      packed[i] = code;
      if (code > largest) largest = code;
    }
  }
  if (largest < missingCode) return packed;
  throw new DataError('vector', `a length of ${largest * step}, at most ${(missingCode - 1) * step} can be kept`);
}

function directions(east: Field, north: Field, step: number, convergence?: Convergence): Uint16Array {
  const { width } = east;
  const packed = new Uint16Array(east.packed.length);
  const isMissing = missingIn(east, north);
  const codes = Math.round(full / step);
  const degrees = 180 / Math.PI;
  for (let i = 0; i < packed.length; i++) {
    const u = east.offset + east.packed[i] * east.scale;
    const v = north.offset + north.packed[i] * north.scale;
    if (isMissing(i)) {
      packed[i] = missingCode;
    } else if (u !== 0 || v !== 0) {
      const row = Math.floor(i / width);
      const from = Math.atan2(-u, -v) + (convergence ? convergence(i - row * width, row) : 0);
      packed[i] = ((Math.round((from * degrees) / step) % codes) + codes) % codes;
    }
  }
  return packed;
}

function missingIn(a: Field, b: Field): (cell: number) => boolean {
  const [codeA, codeB] = [a.absent[0]?.code, b.absent[0]?.code];
  if (codeA === undefined && codeB === undefined) return () => false;
  return (cell) => a.packed[cell] === codeA || b.packed[cell] === codeB;
}
