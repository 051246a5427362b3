import { DataError } from '@severe/base';
import type { Grib2Field } from '@severe/grib2';
import { mapGeometry } from '@severe/projection';
import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import { checkRecords, type RecordName } from './check-records.ts';
import { checkTimes, type FrameTimes } from './check-times.ts';
import { compact } from './compact.ts';
import { withinMap } from './longitudes.ts';
import { decoding, readRecords } from './read-records.ts';
import { northUp } from './scan.ts';
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
