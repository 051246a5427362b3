import { formatStamp } from '@severe/base';
import type { FrameFamily } from './family.ts';

/** Identifies a frame: its product (for `nexrad` the site) and valid time, and the run of a model. */
export interface FrameName {
  family: FrameFamily;
  product: string;
  /** Start of the run of a model or of the nowcast; null for measured frames. */
  runAt: Date | null;
  validAt: Date;
}

/** `radar/composite-reflectivity/202605202218` or `hrrr/cape/202605202200/202605210300`: unique, and sortable by time. */
export function frameId({ family, product, runAt, validAt }: FrameName): string {
  return [family, product, ...(runAt ? [formatStamp(runAt)] : []), formatStamp(validAt)].join('/');
}

/** Storage key of the provider's file; it is deleted after its frame is rendered. */
export function rawKey(frame: FrameName, extension: string): string {
  return `raw/${frameId(frame)}.${extension}`;
}

/**
 * Storage keys of the two objects of a frame. `build` is unique per attempt, so an interrupted attempt and the recorded one
 * never share a key.
 */
export function frameKeys(frame: FrameName, build: string): { tiles: string; values: string } {
  const folder = `frames/${frameId(frame)}/${build}`;
  return { tiles: `${folder}/tiles.pmtiles`, values: `${folder}/values.tif` };
}
