import { makeSheet, type SheetParts } from '@severe/raster/sheet';

/** Joins drawn tiles to one picture. Nothing outlives a job. */
export default function join(parts: SheetParts): Promise<Uint8Array> {
  return makeSheet(parts);
}
