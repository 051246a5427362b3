import { exactUtc } from '../../parse/fields.ts';

/** `2026/05/20/KTLX/KTLX20260520_221704_V06`. Keys that end in `_MDM` are metadata, not volumes. */
const archivePattern = /\/([A-Z]{4})(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?:_V\d\d)?(?:\.gz)?$/;

/** Start time of a volume from its key in the archive; undefined for a key of another form. */
export function startOf(key: string): Date | undefined {
  const [, , year, month, day, hour, minute, second] = archivePattern.exec(key) ?? [];
  return exactUtc([+year, +month, +day, +hour, +minute, +second]) ?? undefined;
}

/** The first possible key of a site at a time. */
export function keyAt(site: string, at: Date): string {
  const [date, time] = at.toISOString().replace(/[-:]/g, '').slice(0, 15).split('T');
  return `${dayPrefix(site, at)}${site}${date}_${time}`;
}

/** The folder of a site and day. */
export function dayPrefix(site: string, at: Date): string {
  return `${at.toISOString().slice(0, 10).replaceAll('-', '/')}/${site}/`;
}

/** Largest volume number; numbers then restart at 1. */
export const lastNumber = 999;

/** The next volume number. */
export function numberAfter(number: number): number {
  return (number % lastNumber) + 1;
}

/** The folder of a volume in the bucket of chunks. */
export function volumePrefix(site: string, number: number): string {
  return `${site}/${number}/`;
}
