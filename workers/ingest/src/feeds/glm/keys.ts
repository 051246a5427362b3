import { lightningFolder, type Satellite } from '@severe/catalogue';
import { timeOfDigits } from '../goes/keys.ts';

/** `GLM-L2-LCFA/2026/140/22/OR_GLM-L2-LCFA_G19_s20261402216200_e…_c….nc`: year, day of the year, hour, minute, second */
const keyPattern = /\/(OR_([A-Z0-9-]+)_(G\d\d)_s(\d{4})(\d{3})(\d\d)(\d\d)(\d\d)\d_e\d{14}_c\d{14}\.nc)$/;

/** The name and start time of a granule; undefined for a key of another form, product or satellite. */
export function granuleOf(key: string, { id }: Satellite): { name: string; startsAt: Date } | undefined {
  const [, name, product, satellite, year, day, hour, minute, second] = keyPattern.exec(key) ?? [];
  if (product !== lightningFolder || satellite !== id) return undefined;
  const startsAt = timeOfDigits(year, day, hour, minute, second);
  return startsAt && { name, startsAt };
}
