import { DataError } from '@severe/base';
import type { Grib2Field } from '@severe/grib2';
import { mapGeometry } from '@severe/projection';
import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import { checkRecords, checkTimes, decoding, type FrameTimes, readRecords, type RecordName } from '../records.ts';
import { withinMap } from './longitudes.ts';
import { deriveFromVector } from './vector.ts';

/** How a field is derived from the messages of a file, and its fill values. `ModelSource` with its product is one. */
export interface Grib2Spec extends Pick<Look, 'nothing' | 'missing'> {
  /** One message as it is, or the speed or direction of a vector whose components are two messages. */
  derive?: 'single' | 'magnitude' | 'direction-from';
  /** Conversion of units: a value of the field is `value * scale + offset` of the file. */
  scale?: number;
  offset?: number;
  /** The resolution of a derived field, in its units. */
  step?: number;
  /** The records that the file must hold; by default any. */
  records?: readonly RecordName[];
  /** The times that they must have; by default any. */
  times?: FrameTimes;
}

/**
 * Reads the GRIB2 messages of a raw file, gzipped or not, as one field on a map. Values stay the packed integers of the
 * file. Rows run from the north; a conversion of units changes only `scale` and `offset`.
 *
 * @throws {DataError} if the file cannot be read, with the decoder's error as its cause, or holds other records or times
 */
export function readGrib2Field(bytes: Uint8Array, spec: Grib2Spec): Field {
  const { derive = 'single', records, times } = spec;
  const fields = readRecords(bytes);
  const needed = derive === 'single' ? 1 : 2;
  if (fields.length !== needed) {
    throw new DataError('grib2-fields', `the file holds ${fields.length} fields, ${needed} needed for "${derive}"`);
  }
  if (records) checkRecords(fields, records);
  if (times)
    for (const each of fields) checkTimes({ runAt: each.identification.referenceAt, validAt: each.validAt }, times);
  const field = decoding(() => {
    const parts = fields.map(fieldOf);
    return derive === 'single' ? parts[0] : deriveFromVector(byNumber(fields, parts), vectorOf(fields, spec));
  });
  return withMeaning(inUnits(field, spec), spec);
}

/** A message as a field on a map; points without a value are `missing`. */
function fieldOf(message: Grib2Field): Field {
  const { width, height, scan } = message.grid;
  const geometry = mapGeometry(message.grid); // before decoding, so that a grid that cannot be drawn costs nothing
  const { packed, scale, offset, missingCode } = message.packed();
  const field = compact({ width, height, packed, scale, offset, geometry, absent: [] }, missingCode);
  return withinMap({ ...field, packed: northUp(field.packed, scan) });
}

/** Components in the order east, north: the eastward one has the lower parameter number in every table. */
function byNumber(messages: Grib2Field[], fields: Field[]): [Field, Field] {
  const inOrder = messages[0].product.number < messages[1].product.number;
  return inOrder ? [fields[0], fields[1]] : [fields[1], fields[0]];
}

function vectorOf(messages: Grib2Field[], { derive, step = 1 }: Grib2Spec) {
  return {
    derive: derive === 'direction-from' ? derive : ('magnitude' as const),
    alongGrid: messages.every(({ grid }) => grid.vectorsAlongGrid),
    step,
  };
}

function inUnits(field: Field, { scale = 1, offset = 0 }: Grib2Spec): Field {
  return { ...field, scale: field.scale * scale, offset: field.offset * scale + offset };
}

/** Adds the codes of the fill values. A value between two codes does not occur in the file. */
function withMeaning(field: Field, { nothing, missing }: Grib2Spec): Field {
  const codesOf = (values: number[], means: 'nothing' | 'missing') =>
    values.flatMap((value) => {
      const exact = (value - field.offset) / field.scale;
      const code = Math.round(exact);
      return Math.abs(exact - code) < 1e-3 && holds(field.packed, code) ? [{ code, means }] : [];
    });
  return { ...field, absent: [...field.absent, ...codesOf(missing, 'missing'), ...codesOf(nothing, 'nothing')] };
}

function holds(packed: Field['packed'], code: number): boolean {
  return packed instanceof Uint16Array ? code >= 0 && code <= 0xffff : Math.abs(code) < 2 ** 31;
}

/**
 * A field in 16 bits if its values fit, as nearly all do; packings of 24 bits and of differences are decoded to 32. Codes
 * then start from the smallest, and `missingCode`, if any, becomes 65535. Values do not change.
 */
function compact(field: Field, missingCode?: number): Field {
  const absent = missingCode === undefined ? [] : [{ code: missingCode, means: 'missing' as const }];
  if (field.packed instanceof Uint16Array) return { ...field, absent };
  const [least, most] = extremes(field.packed, missingCode);
  if (most - least >= 0xffff) return { ...field, absent };

  const base = least >= 0 && most < 0xffff ? 0 : least;
  return {
    ...field,
    packed: rebase(field.packed, base, missingCode),
    offset: field.offset + base * field.scale,
    absent: absent.map(({ means }) => ({ code: 0xffff, means })),
  };
}

function extremes(packed: Int32Array, missingCode?: number): [least: number, most: number] {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < packed.length; i++) {
    const code = packed[i];
    if (code === missingCode) continue;
    if (code < least) least = code;
    if (code > most) most = code;
  }
  return least > most ? [0, 0] : [least, most];
}

function rebase(packed: Int32Array, base: number, missingCode?: number): Uint16Array {
  const codes = new Uint16Array(packed.length);
  for (let i = 0; i < codes.length; i++) codes[i] = packed[i] === missingCode ? 0xffff : packed[i] - base;
  return codes;
}

type Packed = ReturnType<Grib2Field['packed']>['packed'];

type Scan = Grib2Field['grid']['scan'];

/** The points in map order: rows from the north, columns from the west (the order of the file is in table 3.4). */
function northUp(packed: Packed, scan: Scan): Packed {
  const { width, height, eastwards, northwards, columnsFirst, alternating } = scan;
  const inOrder = eastwards > 0 && !columnsFirst && !alternating;
  if (inOrder && northwards < 0) return packed;
  const turned = packed instanceof Uint16Array ? new Uint16Array(packed.length) : new Int32Array(packed.length);
  for (let row = 0; row < height; row++) {
    const j = northwards > 0 ? height - 1 - row : row;
    if (inOrder) turned.set(packed.subarray(j * width, (j + 1) * width), row * width);
    else for (let column = 0; column < width; column++) copyCell(packed, scan, column, j, turned, row * width + column);
  }
  return turned;
}

function copyCell(packed: Packed, scan: Scan, column: number, j: number, turned: Packed, at: number): void {
  turned[at] = packed[scan.indexOf(scan.eastwards > 0 ? column : scan.width - 1 - column, j)];
}
