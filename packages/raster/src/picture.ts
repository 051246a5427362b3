import type { Geometry } from './field.ts';

/**
 * Colours on a grid in the grid's own geometry: `pixels[row * width + column]`, one word each, with red in its lowest
 * octet, then green, blue and alpha. Where alpha is 0 there is no picture. Row 0 is northmost, as in a field.
 */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint32Array;
  geometry: Geometry;
}

/** The word of a colour; parts are whole numbers from 0 to 255. */
export function wordOf(red: number, green: number, blue: number, alpha = 255): number {
  return (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0;
}

/**
 * A part of a colour in 64 steps, black and white among them. The lowest two bits of a photograph are noise that nobody
 * sees, and 40 % of the octets of its tiles.
 */
export function inSteps(part: number): number {
  return (part & 0xfc) | (part >> 6);
}
