import { Grib2Error } from './error.ts';
import { Grib2Field, packingOf } from './field.ts';
import type { Grid } from './grid/grid.ts';
import { readGrid } from './grid/index.ts';
import { findMessages, type Found, type FoundMessage } from './message.ts';

/** A field that cannot be read, in its place among the others, with what is known of it. */
export interface RefusedField {
  error: Grib2Error;
  grid?: Grid;
  packing?: string;
}

/** A message of a file and its fields, in order. */
export interface Grib2Message {
  /** First byte in the file, and number of bytes. */
  offset: number;
  length: number;
  edition: number;
  fields: (Grib2Field | RefusedField)[];
}

/**
 * Reads the messages of a file without their values, which a field decodes on request. Bytes before, between and after
 * messages are skipped. A field that cannot be read keeps its place as a `RefusedField`.
 *
 * @param bytes the file, uncompressed; the fields refer to it
 * @throws {Grib2Error} `not-grib2` if there is no message, `too-large` beyond the limits
 */
export function readMessages(bytes: Uint8Array): Grib2Message[] {
  return findMessages(bytes).map(({ offset, length, edition, fields }: FoundMessage) => {
    return { offset, length, edition, fields: fields.map(readField) };
  });
}

/** All fields of a file, in order. */
export function readFields(bytes: Uint8Array): (Grib2Field | RefusedField)[] {
  return readMessages(bytes).flatMap(({ fields }) => fields);
}

/** Whether a field was read. */
export function isField(entry: Grib2Field | RefusedField): entry is Grib2Field {
  return entry instanceof Grib2Field;
}

function readField(found: Found): Grib2Field | RefusedField {
  try {
    if (found.error) throw found.error;
    return new Grib2Field(found);
  } catch (error) {
    if (!(error instanceof Grib2Error)) throw error;
    return { error, ...readableParts(found) };
  }
}

/** Grid and packing of a refused field, if these can be read. */
function readableParts({ sections }: Found): Pick<RefusedField, 'grid' | 'packing'> {
  const [section3, section5] = [sections[3], sections[5]];
  return {
    grid: section3 && unlessRefused(() => readGrid(section3)),
    packing: section5 && unlessRefused(() => packingOf(section5)),
  };
}

function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Grib2Error) return undefined;
    throw error;
  }
}
