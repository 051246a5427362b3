import { formatStamp } from '@severe/base';
import type { FrameFamily } from './family.ts';

/** What a frame is of: a product (for `nexrad` a site) at a time, and for a model also of a run. */
export interface FrameName {
  family: FrameFamily;
  product: string;
  /** Start of the model run; null for what was measured. */
  runAt: Date | null;
  validAt: Date;
}

/** `radar/composite-reflectivity/202605202218` or `hrrr/cape/202605202200/202605210300`: unique, and sorts by time. */
export function frameId({ family, product, runAt, validAt }: FrameName): string {
  return [family, product, ...(runAt ? [formatStamp(runAt)] : []), formatStamp(validAt)].join('/');
}

/** Where the provider's file lies until its frame is made. */
export function rawKey(frame: FrameName, extension: string): string {
  return `raw/${frameId(frame)}.${extension}`;
}

/**
 * Where the two objects of a frame lie. `build` differs for every attempt, so that an attempt that died half-way can
 * never be overwritten into, or mistaken for, the one that was recorded.
 */
export function frameKeys(frame: FrameName, build: string): { tiles: string; values: string } {
  const folder = `frames/${frameId(frame)}/${build}`;
  return { tiles: `${folder}/tiles.pmtiles`, values: `${folder}/values.tif` };
}
