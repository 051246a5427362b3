import { formatStamp } from '@severe/base';
import type { Model } from './models.ts';

/** Key of the file of a forecast hour in the bucket of a model. Its inventory has the same key with `.idx`. */
export function modelFileKey(model: Model, runAt: Date, lead: number): string {
  const { before, after } = partsOf(model, runAt);
  return `${before}${String(lead).padStart(model.leadDigits, '0')}${after}`;
}

/** The common beginning of the keys of a run. */
export function modelRunPrefix(model: Model, runAt: Date): string {
  return partsOf(model, runAt).before;
}

/** The forecast hour of a file of a run; undefined for another file. @param ending of the key after that of the file: `.idx` */
export function leadOfKey(model: Model, runAt: Date, key: string, ending = ''): number | undefined {
  const { before, after } = partsOf(model, runAt);
  const digits = key.slice(before.length, before.length + model.leadDigits);
  const isFile = /^\d+$/.test(digits) && key === `${before}${digits}${after}${ending}`;
  return isFile ? Number(digits) : undefined;
}

function partsOf({ fileName }: Model, runAt: Date): { before: string; after: string } {
  const stamp = formatStamp(runAt);
  const [before, after] = fileName
    .replaceAll('{date}', stamp.slice(0, 8))
    .replaceAll('{run}', stamp.slice(8, 10))
    .split('{lead}');
  return { before, after };
}
