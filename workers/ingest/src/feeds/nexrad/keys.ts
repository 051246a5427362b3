import { exactUtc } from '../../parse/fields.ts';

/** `2026/05/20/KTLX/KTLX20260520_221704_V06`; what ends in `_MDM` holds no measurement, and is none. */
const archivePattern = /\/([A-Z]{4})(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?:_V\d\d)?(?:\.gz)?$/;

/** When the volume of an archive's key began; undefined for a key of another form. */
export function startOf(key: string): Date | undefined {
  const [, , year, month, day, hour, minute, second] = archivePattern.exec(key) ?? [];
  return exactUtc([+year, +month, +day, +hour, +minute, +second]) ?? undefined;
}

/** The first key that a volume of that site could have at that time. */
export function keyAt(site: string, at: Date): string {
  const [date, time] = at.toISOString().replace(/[-:]/g, '').slice(0, 15).split('T');
  return `${dayPrefix(site, at)}${site}${date}_${time}`;
}

/** The folder of a site's day. */
export function dayPrefix(site: string, at: Date): string {
  return `${at.toISOString().slice(0, 10).replaceAll('-', '/')}/${site}/`;
}

/** Volumes are numbered from 1 to this, and then from 1 again. */
export const lastNumber = 999;

/** The number of the volume after that one. */
export function numberAfter(number: number): number {
  return (number % lastNumber) + 1;
}

/** The folder of a volume in the bucket of chunks. */
export function volumePrefix(site: string, number: number): string {
  return `${site}/${number}/`;
}
