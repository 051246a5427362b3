import type { Part, Workspace } from './workspace.ts';

/** Pixels of a side of the pictures that these functions know. */
const side = 256;

/** For each of 256 codes, whether a picture of 256 × 256 codes has it. */
export function usedCodes(space: Workspace, codes: Part): Uint8Array {
  const { scratch } = space;
  space.run.usedCodes(codes.at, scratch.at);
  return space.octets(scratch).slice();
}

/**
 * Packs 256 × 256 codes to the rows of an indexed PNG, all with filter 0.
 *
 * @param depth   1, 2, 4 or 8 bits a pixel
 * @param indexOf palette index of each of 256 codes
 * @param rows    room for rows of 257 bytes
 * @returns the part of `rows` that is used
 */
export function packPixels(space: Workspace, codes: Part, depth: number, indexOf: Uint8Array, rows: Part): Part {
  const { scratch } = space;
  space.octets(scratch).set(indexOf);
  const highest = indexOf.findLastIndex((index) => index > 0);
  space.run.packPixels(codes.at, depth, scratch.at, Math.max(0, highest), rows.at);
  return { at: rows.at, length: side * (1 + (side * depth) / 8) };
}
