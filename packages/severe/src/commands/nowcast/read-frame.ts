import { basename } from 'node:path';
import { DataError, messageOf, StartError } from '@severe/base';
import { mosaicFills } from '@severe/catalogue';
import type { EchoScale } from '@severe/nowcast';
import { readGrib2Field, type Field } from '@severe/raster';
import { readGeotiffField } from '@severe/raster/geotiff';
import { readRecords } from '@severe/raster/records';
import { valueTable } from '@severe/raster-worker/nowcast';
import { openRaw } from '../render/open-raw.ts';

/** A frame as its file has it. */
export interface ReadFrame {
  file: string;
  field: Field;
  units: string | undefined;
  /** From the file, else from its name. */
  at: Date | undefined;
}

/** Reads a file of one field. @throws {StartError} if it cannot be read */
export async function readFrame(file: string): Promise<ReadFrame> {
  const opened = await openRaw(file).catch((error: unknown) => unreadable(file, error));
  try {
    const { raw } = opened;
    if (!(raw instanceof Uint8Array)) {
      const { units, ...field } = await readGeotiffField(raw);
      return { file, field, units, at: timeOfName(file) };
    }
    const [record] = readRecords(raw);
    const fills = record.discipline === mosaicFills.discipline ? mosaicFills : { missing: [], nothing: [] };
    const field = readGrib2Field(raw, fills);
    return { file, field, units: record.parameter.units, at: record.validAt ?? timeOfName(file) };
  } catch (error) {
    if (error instanceof DataError) unreadable(file, error);
    throw error;
  } finally {
    await opened.close();
  }
}

function unreadable(file: string, error: unknown): never {
  throw new StartError(`${file}: ${messageOf(error)}`, { cause: error });
}

/** The time in a file name, with or without a separator: `20190610-000200`, `201906100002`. */
function timeOfName(file: string): Date | undefined {
  const [, year, month, day, hour, minute, second = '00'] =
    /(\d{4})(\d\d)(\d\d)[-_T]?(\d\d)(\d\d)(\d\d)?/.exec(basename(file)) ?? [];
  if (year === undefined) return undefined;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Reflectivity is in dB already; a file that does not tell is so if it has values clearly below zero. */
export function scaleOf({ units, field }: ReadFrame): EchoScale {
  if (units) return /dbz?/i.test(units) ? 'decibel' : 'amount';
  const values = valueTable(field);
  const isNegative = (code: number): boolean => values(code) < -0.5;
  return field.packed.some(isNegative) ? 'decibel' : 'amount';
}
