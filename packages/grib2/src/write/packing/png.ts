import { encodePng, type Depth } from '../png.ts';
import type { Codes } from '../quantize.ts';
import { bitsFor, dataSection, representationSection, type PackedSections } from './sections.ts';

/**
 * Template 5.41: the codes are the samples of a PNG image.
 *
 * @param width of the grid; codes that do not fill whole rows, as with a bitmap, become one row
 * @param bits  8 and 16 are grey, 24 is red, green and blue read as one number, 32 has alpha too
 */
export function packPng(input: Codes, width: number, bits: Depth = depthFor(input.codes)): PackedSections {
  const { codes } = input;
  if (bits < bitsFor(codes)) throw new RangeError(`codes need ${bitsFor(codes)} bits, not ${bits}`);
  const rows = codes.length / width;
  const [across, down] = Number.isInteger(rows) ? [width, rows] : [codes.length, 1];
  const payload = codes.length === 0 ? new Uint8Array(0) : encodePng(codes, across, down, bits);
  return [representationSection(41, 21, input, bits).bytes, dataSection(payload)];
}

function depthFor(codes: ArrayLike<number>): Depth {
  return (Math.max(1, Math.ceil(bitsFor(codes) / 8)) * 8) as Depth;
}
