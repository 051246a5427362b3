import { minuteMs } from '@severe/async';
import { DataError, StartError } from '@severe/base';
import { findRadarSite, isMeasured, type FrameName, type RadarSite, type RasterProduct } from '@severe/catalogue';
import { Grib2Error, isField, readFields } from '@severe/grib2';
import { formatOf } from '@severe/raster-worker/read';
import { readNetcdfFields } from '@severe/raster/netcdf';
import { NexradError, readSweeps } from '@severe/nexrad';
import { productNamed } from '../product-named.ts';

/** Which frame a file is of: its unpacked bytes, and a time instead of the one that they tell. */
export type FrameNamer = (bytes: Uint8Array, time?: Date) => FrameName | Promise<FrameName>;

/** Tells the frames of what is named `composite-reflectivity`, `hrrr/t2m` or `nexrad/KTLX`. @throws {StartError} */
export function namerOf(name: string): FrameNamer {
  const [, siteName] = /^nexrad\/(.+)$/.exec(name) ?? [];
  if (siteName === undefined) {
    const product = productNamed(name);
    return (bytes, time) => frameOf(bytes, product, time);
  }
  const site = findRadarSite(siteName);
  if (!site) throw new StartError(`--product ${name}: there is no radar site ${siteName}`);
  return (bytes, time) => volumeFrameOf(bytes, site, time);
}

/**
 * Which frame a Level II volume is of: its site's, when it began.
 *
 * @throws {DataError} when it cannot be read, or is of another site
 */
function volumeFrameOf(bytes: Uint8Array, { id }: RadarSite, time?: Date): FrameName {
  const { station, header } = readableVolume(bytes);
  if (station && station !== id) throw new DataError('wrong-site', `the volume is of ${station}, not of ${id}`);
  const validAt = time ?? new Date(Math.floor(header.startedAt / 1000) * 1000);
  return { family: 'nexrad', product: id, runAt: null, validAt };
}

/** Its beginning alone is unpacked. */
function readableVolume(bytes: Uint8Array): ReturnType<typeof readSweeps> {
  try {
    return readSweeps(bytes, { sweeps: [] });
  } catch (error) {
    if (!(error instanceof NexradError)) throw error;
    throw new DataError(`nexrad-${error.code}`, error.message, { cause: error });
  }
}

/**
 * Which frame a file is of. Frames are named by the minute; the run of a model is the time its fields refer to, and a
 * satellite's picture is of when its scan began.
 *
 * @param bytes unpacked GRIB2, NetCDF-4, or a GeoTIFF, which tells no time
 * @param time  instead of the valid time that the file tells
 * @throws {DataError} when the file does not tell what is needed
 */
export async function frameOf(bytes: Uint8Array, product: RasterProduct, time?: Date): Promise<FrameName> {
  const { family, id } = product;
  if (time && isMeasured(family)) return { family, product: id, runAt: null, validAt: wholeMinute(time) };
  const format = formatOf(bytes);
  if (format === 'geotiff') throw new DataError('no-time', 'a GeoTIFF does not tell its time: give --time');
  if (format === 'netcdf') {
    const { startsAt } = await readNetcdfFields(bytes, []);
    if (!startsAt) throw new DataError('no-time', 'the file does not tell when its scan began: give --time');
    return { family, product: id, runAt: null, validAt: wholeMinute(startsAt) };
  }
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
