import { exactUtc } from '../../parse/fields.ts';

/** `CONUS/VIL_00.50/20260520/MRMS_VIL_00.50_20260520-221841.grib2.gz` */
const keyPattern = /_(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.grib2\.gz$/;

/**
 * Valid time from a key of the MRMS bucket, to the minute, as in frame names; the seconds vary. Undefined for a key of
 * another form.
 */
export function validTimeOf(key: string): Date | undefined {
  const [, year, month, day, hour, minute] = keyPattern.exec(key) ?? [];
  return exactUtc([+year, +month, +day, +hour, +minute]) ?? undefined;
}

/** The first possible key of a folder at a time. */
export function keyAt(folder: string, at: Date): string {
  const [date, time] = at.toISOString().replace(/[-:]/g, '').slice(0, 15).split('T');
  return `${dayPrefix(folder, at)}MRMS_${folder}_${date}-${time}.grib2.gz`;
}

export function dayPrefix(folder: string, at: Date): string {
  return `CONUS/${folder}/${at.toISOString().slice(0, 10).replaceAll('-', '')}/`;
}
