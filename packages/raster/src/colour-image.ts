import type { Geometry } from './field.ts';

/**
 * Colours on a grid in the grid's own geometry: `pixels[row * width + column]`, one word each, with red in its lowest
 * octet, then green, blue and alpha. Alpha 0 means no data. Row 0 is northmost, as in a field.
 */
export interface ColourImage {
  width: number;
  height: number;
  pixels: Uint32Array;
  geometry: Geometry;
}

/** A colour as one word; parts are integers from 0 to 255. */
export function wordOf(red: number, green: number, blue: number, alpha = 255): number {
  return (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0;
}

/**
 * Reduces a part of a colour to 64 steps, including black and white. The lowest two bits of satellite images are invisible
 * noise, and 40 % of the octets of their tiles.
 */
export function inSteps(part: number): number {
  return (part & 0xfc) | (part >> 6);
}
