import { lightningFolder, type Satellite } from '@severe/catalogue';
import { hourPrefix, startDigits, timeOfDigits } from '../goes/keys.ts';

/** `GLM-L2-LCFA/2026/140/22/OR_GLM-L2-LCFA_G19_s20261402216200_e…_c….nc`: year, day of the year, hour, minute, second */
const keyPattern = /\/(OR_([A-Z0-9-]+)_(G\d\d)_s(\d{4})(\d{3})(\d\d)(\d\d)(\d\d)\d_e\d{14}_c\d{14}\.nc)$/;

/** The name and start time of a granule; undefined for a key of another form, product or satellite. */
export function granuleOf(key: string, { id }: Satellite): { name: string; startsAt: Date } | undefined {
  const [, name, product, satellite, year, day, hour, minute, second] = keyPattern.exec(key) ?? [];
  if (product !== lightningFolder || satellite !== id) return undefined;
  const startsAt = timeOfDigits(year, day, hour, minute, second);
  return startsAt && { name, startsAt };
}

/** The folders of granules from one time to another at most an hour later, and the keys after which they are listed there. */
export function listingsOf({ id }: Satellite, from: Date, to: Date): { prefix: string; startAfter: string }[] {
  const { year, day, hour, minute, second } = startDigits(from);
  const name = `OR_${lightningFolder}_${id}_s${year}${day}${hour}${minute}${second}`;
  const prefixes = new Set([from, to].map((at) => hourPrefix(lightningFolder, at)));
  return [...prefixes].map((prefix) => ({ prefix, startAfter: `${prefix}${name}` }));
}
