import type { Part, Workspace } from './workspace.ts';

/** Side of an image in pixels. */
const side = 256;

/** For each of 256 codes, whether it occurs in an image of 256 × 256 codes. */
export function usedCodes(space: Workspace, codes: Part): Uint8Array {
  const { scratch } = space;
  space.run.usedCodes(codes.at, scratch.at);
  return space.octets(scratch).slice();
}

/**
 * Packs 256 × 256 codes to the rows of an indexed PNG, all with filter 0.
 *
 * @param depth   bits per pixel: 1, 2, 4 or 8
 * @param indexOf palette index of each of 256 codes
 * @param rows    room for rows of 257 bytes
 * @returns the used part of `rows`
 */
export function packPixels(space: Workspace, codes: Part, depth: number, indexOf: Uint8Array, rows: Part): Part {
  const { scratch } = space;
  space.octets(scratch).set(indexOf);
  const highest = indexOf.findLastIndex((index) => index > 0);
  space.run.packPixels(codes.at, depth, scratch.at, Math.max(0, highest), rows.at);
  return { at: rows.at, length: side * (1 + (side * depth) / 8) };
}
