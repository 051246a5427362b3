import { gridSection, type GridInput } from './grid.ts';
import { identificationSection, type Identification } from './identification.ts';
import { assembleMessage, sectionsOf } from './message.ts';
import { Octets } from './octets.ts';
import { packSpatial } from './packing/complex.ts';
import { packPng } from './packing/png.ts';
import { packSimple } from './packing/simple.ts';
import type { PackedSections } from './packing/sections.ts';
import type { Depth } from './png.ts';
import { productSection, type ProductInput } from './product.ts';
import type { Codes } from './quantize.ts';

export type { DerivationInput, ScaledInput } from './derivation.ts';
export { hrrrGrid, mrmsGrid, type GridInput, type LambertGridInput, type LatLonGridInput } from './grid.ts';
export { hrrrOrigin, mrmsOrigin, type Identification } from './identification.ts';
export type { ProductInput, SurfaceInput } from './product.ts';
export { quantize, type Codes } from './quantize.ts';

/** One field with its metadata. */
export interface Grib2Input {
  identification: Identification;
  grid: GridInput;
  product: ProductInput;
  values: Codes;
  packing: PackingInput;
  /** Truthy for points of the grid with a value; `values` then has only those. Without it all points have a value. */
  present?: ArrayLike<number | boolean>;
}

/** The default of `bits` is the minimum. 5.0 takes any number; 5.41 takes 8, 16, 24 or 32. */
type PackingInput = { template: '5.0'; bits?: number } | { template: '5.3' } | { template: '5.41'; bits?: Depth };

/**
 * A GRIB2 message with one field.
 *
 * @throws {RangeError} if a number does not fit its octets, or the values do not fill the grid
 */
export function encodeGrib2(input: Grib2Input): Uint8Array {
  return assembleMessage(input.identification.discipline, [
    identificationSection(input.identification),
    ...fieldSections(input),
  ]);
}

/**
 * The message of one field with another identification and product: its packed values are those of before. So the same
 * values get another time without being packed again.
 *
 * @throws {RangeError} if a number does not fit its octets
 */
export function withHeadings(
  message: Uint8Array,
  { identification, product }: Pick<Grib2Input, 'identification' | 'product'>,
): Uint8Array {
  const others = [identificationSection(identification), productSection(product)];
  const numberOf = (section: Uint8Array): number => section[4];
  const sections = sectionsOf(message).map(
    (section) => others.find((other) => numberOf(other) === numberOf(section)) ?? section,
  );
  return assembleMessage(identification.discipline, sections);
}

/** Sections 3 to 7 of a field; a message of several fields repeats them after one section 1. */
export function fieldSections(input: Omit<Grib2Input, 'identification'>): Uint8Array[] {
  checkCount(input);
  const [representation, data] = pack(input);
  return [gridSection(input.grid), productSection(input.product), representation, bitmapSection(input.present), data];
}

function checkCount({ grid, values, present }: Omit<Grib2Input, 'identification'>): void {
  const points = grid.width * grid.height;
  if (present && present.length !== points) {
    throw new RangeError(`the bitmap has ${present.length} points, the grid ${points}`);
  }
  const needed = present ? countPresent(present) : points;
  if (values.codes.length !== needed)
    throw new RangeError(`${values.codes.length} values were given, ${needed} are needed`);
}

function countPresent(present: ArrayLike<number | boolean>): number {
  let count = 0;
  for (let i = 0; i < present.length; i++) if (present[i]) count++;
  return count;
}

function pack({ packing, values, grid }: Omit<Grib2Input, 'identification'>): PackedSections {
  switch (packing.template) {
    case '5.0':
      return packSimple(values, packing.bits);
    case '5.3':
      return packSpatial(values);
    case '5.41':
      return packPng(values, grid.width, packing.bits);
  }
}

const noBitmap = 255;

/** Section 6: which points of the grid have a value, a bit each; without a bitmap all of them have. */
function bitmapSection(present?: ArrayLike<number | boolean>): Uint8Array {
  if (!present) return new Octets(6, 6).u8(6, noBitmap).bytes;
  const section = new Octets(6, 6 + Math.ceil(present.length / 8)).u8(6, 0);
  for (let i = 0; i < present.length; i++) {
    if (present[i]) section.bytes[6 + (i >>> 3)] |= 0x80 >>> (i & 7);
  }
  return section.bytes;
}
