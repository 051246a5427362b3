import { minuteMs } from '@severe/async';
import { DataError, StartError } from '@severe/base';
import { findRadarSite, isMeasured, type FrameName, type RadarSite, type RasterProduct } from '@severe/catalogue';
import { checkFormat, formatOf } from '@severe/raster-worker/read';
import { readNetcdfFields } from '@severe/raster/netcdf';
import { checkRecords, readRecords, type RecordName } from '@severe/raster/records';
import { NexradError, readSweeps } from '@severe/nexrad';
import { productNamed } from '../product-named.ts';

/** Identifies the frame of a file by its uncompressed bytes; `time` overrides the time in the file. */
export type FrameNamer = (bytes: Uint8Array, time?: Date) => FrameName | Promise<FrameName>;

/**
 * The function that identifies frames of a product (`composite-reflectivity`, `hrrr/t2m`, `nexrad/KTLX`).
 *
 * @param anyRecords whether a file may hold other records than those of the product
 * @throws {StartError} if there is no such product
 */
export function namerOf(name: string, anyRecords = false): FrameNamer {
  const [, siteName] = /^nexrad\/(.+)$/.exec(name) ?? [];
  if (siteName === undefined) {
    const product = productNamed(name);
    return (bytes, time) => frameOf(bytes, product, { time, anyRecords });
  }
  const site = findRadarSite(siteName);
  if (!site) throw new StartError(`--product ${name}: unknown radar site ${siteName}`);
  return (bytes, time) => volumeFrameOf(bytes, site, time);
}

/**
 * The frame of a Level II volume: its site and start time.
 *
 * @throws {DataError} if it cannot be read or is of another site
 */
function volumeFrameOf(bytes: Uint8Array, { id }: RadarSite, time?: Date): FrameName {
  const { station, header } = readableVolume(bytes);
  if (station && station !== id) throw new DataError('wrong-site', `the volume is of ${station}, not of ${id}`);
  const validAt = time ?? new Date(Math.floor(header.startedAt / 1000) * 1000);
  return { family: 'nexrad', product: id, runAt: null, validAt };
}

/** Decompresses the beginning only. */
function readableVolume(bytes: Uint8Array): ReturnType<typeof readSweeps> {
  try {
    return readSweeps(bytes, { sweeps: [] });
  } catch (error) {
    if (!(error instanceof NexradError)) throw error;
    throw new DataError(`nexrad-${error.code}`, error.message, { cause: error });
  }
}

/**
 * The frame of a file. Frames are identified by the minute. The run of a model is the reference time of its fields; the time
 * of a satellite image is the start of its scan.
 *
 * @param bytes uncompressed GRIB2, NetCDF-4, or GeoTIFF, which contains no time
 * @param time  overrides the valid time in the file
 * @throws {DataError} if the file does not contain the required times, or is of another product
 */
export async function frameOf(
  bytes: Uint8Array,
  product: RasterProduct,
  { time, anyRecords = false }: { time?: Date; anyRecords?: boolean } = {},
): Promise<FrameName> {
  const { family, id, source } = product;
  const format = formatOf(bytes);
  checkFormat(format, product);
  const needed = anyRecords || !('records' in source) ? undefined : source.records;
  if (time && isMeasured(family)) {
    if (needed && format === 'other') checkUnlessDamaged(bytes, needed);
    return { family, product: id, runAt: null, validAt: wholeMinute(time) };
  }
  if (format === 'geotiff') throw new DataError('no-time', 'a GeoTIFF contains no time: use --time');
  if (format === 'netcdf') {
    const { startsAt } = await readNetcdfFields(bytes, []);
    if (!startsAt) throw new DataError('no-time', 'the file contains no start time of its scan: use --time');
    return { family, product: id, runAt: null, validAt: wholeMinute(startsAt) };
  }
  const fields = readRecords(bytes);
  if (needed) checkRecords(fields, needed);
  const [{ identification, validAt: ownTime }] = fields;
  const validAt = time ?? ownTime;
  if (!validAt) throw new DataError('no-time', 'the file does not tell its valid time: use --time');
  const runAt = isMeasured(family) ? null : wholeMinute(identification.referenceAt);
  return { family, product: id, runAt, validAt: wholeMinute(validAt) };
}

/** Refuses a file of other records. The job of a damaged file records why that one is refused. */
function checkUnlessDamaged(bytes: Uint8Array, needed: readonly RecordName[]): void {
  let fields: ReturnType<typeof readRecords>;
  try {
    fields = readRecords(bytes);
  } catch (error) {
    if (error instanceof DataError) return;
    throw error;
  }
  checkRecords(fields, needed);
}

function wholeMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
}
