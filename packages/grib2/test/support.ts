import { isField, readFields, type Grib2Error, type Grib2Field, type Grid } from '@severe/grib2';
import { encodeGrib2, mrmsOrigin, type Codes, type Grib2Input, type GridInput } from '@severe/grib2/write';
import { storedLocator, type Position, type StoredLocator } from '@severe/projection';

/** A grid of 4 × 3 points, north-west first, one degree apart. */
export const smallGrid = {
  kind: 'latlon',
  width: 4,
  height: 3,
  firstLat: 40,
  firstLon: -100,
  stepLon: 1,
  stepLat: 1,
} as const satisfies GridInput;

/** 0 to 11 in tenths, from 0.5 on. */
export const smallCodes: Codes = {
  codes: Uint16Array.from({ length: 12 }, (_, i) => i),
  reference: 5,
  decimalScale: 1,
};

/** A message of that grid and those values, or of whatever else is given. */
export function inputOf(more: Partial<Grib2Input> = {}): Grib2Input {
  return {
    identification: { ...mrmsOrigin, referenceAt: new Date('2026-05-20T22:18:39Z') },
    grid: smallGrid,
    product: { category: 10, number: 0, surface: { type: 102, value: 500 } },
    values: smallCodes,
    packing: { template: '5.0' },
    ...more,
  };
}

export function messageOf(more: Partial<Grib2Input> = {}): Uint8Array {
  return encodeGrib2(inputOf(more));
}

/** The only field of a file, which must be readable. */
export function onlyField(bytes: Uint8Array): Grib2Field {
  const [entry, ...others] = readFields(bytes);
  if (others.length > 0) throw new Error(`${others.length + 1} fields where one was expected`);
  if (!isField(entry)) throw entry.error;
  return entry;
}

/** The error for which the only field of a file is refused, at reading or at decoding. */
export function refusalOf(bytes: Uint8Array): Grib2Error {
  const [entry] = readFields(bytes);
  if (!isField(entry)) return entry.error;
  try {
    entry.decode();
  } catch (error) {
    return error as Grib2Error;
  }
  throw new Error('the field was read');
}

/** Values of a field by `at`, in stored order. */
export function valuesOf(field: Grib2Field): (number | null)[] {
  const values = field.decode();
  return Array.from({ length: field.count }, (_, index) => values.at(index));
}

export function joined(...parts: (Uint8Array | string)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

/** Where a section of the first message begins. */
export function sectionAt(message: Uint8Array, number: number): number {
  const view = new DataView(message.buffer, message.byteOffset);
  let at = 16;
  while (message[at + 4] !== number) at += view.getUint32(at);
  return at;
}

/** A copy in which octets of a section, counted from 1, are replaced. */
export function patched(message: Uint8Array, section: number, octet: number, ...bytes: number[]): Uint8Array {
  const copy = Uint8Array.from(message);
  copy.set(bytes, sectionAt(copy, section) + octet - 1);
  return copy;
}

/** Numbers that follow from a seed (mulberry32), from 0 up to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const locators = new WeakMap<Grid, StoredLocator>();

function locatorOf(grid: Grid): StoredLocator {
  const locator = locators.get(grid) ?? storedLocator(grid);
  locators.set(grid, locator);
  return locator;
}

/** The position of the point at an index in stored order; NaN if it is not known. */
export function positionOf(grid: Grid, index: number): Position {
  return locatorOf(grid).positionOf(index) ?? { lat: NaN, lon: NaN };
}

/** The index in stored order of the point nearest to a position. */
export function nearest(grid: Grid, position: Position): number | undefined {
  return locatorOf(grid).nearest(position);
}
