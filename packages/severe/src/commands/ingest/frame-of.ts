import { DataError } from '@severe/base';
import { isMeasured, type FrameName, type RasterProduct } from '@severe/catalogue';
import { Grib2Error, isField, readFields } from '@severe/grib2';

const minuteMs = 60_000;

/**
 * Which frame a file is of. Frames are named by the minute; the run of a model is the time its fields refer to.
 *
 * @param bytes unpacked GRIB2
 * @param time  instead of the valid time that the file tells
 * @throws {DataError} when the file does not tell what is needed
 */
export function frameOf(bytes: Uint8Array, product: RasterProduct, time?: Date): FrameName {
  const { family, id } = product;
  if (time && isMeasured(family)) return { family, product: id, runAt: null, validAt: wholeMinute(time) };
  const [field] = readable(bytes);
  if (!field) throw new DataError('grib2-fields', 'the file holds no field');
  if (!isField(field)) throw new DataError(`grib2-${field.error.code}`, field.error.message, { cause: field.error });
  const runAt = isMeasured(family) ? null : wholeMinute(field.identification.referenceAt);
  return { family, product: id, runAt, validAt: wholeMinute(time ?? field.validAt) };
}

function readable(bytes: Uint8Array): ReturnType<typeof readFields> {
  try {
    return readFields(bytes);
  } catch (error) {
    if (!(error instanceof Grib2Error)) throw error;
    throw new DataError(`grib2-${error.code}`, error.message, { cause: error });
  }
}

function wholeMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
}
