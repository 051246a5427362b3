import { makeSheet, type SheetParts } from '@severe/raster/sheet';

/** Joins tiles to one image. Nothing outlives a task. */
export default function join(parts: SheetParts): Promise<Uint8Array> {
  return makeSheet(parts);
}
