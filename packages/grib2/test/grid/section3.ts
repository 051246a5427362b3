import type { Grid } from '../../src/grid/grid.ts';
import { readGrid } from '../../src/grid/index.ts';
import type { Grib2Error } from '../../src/error.ts';
import { Section } from '../../src/section.ts';
import { Octets } from '../../src/write/octets.ts';

export const gridWidth = 60;
export const gridHeight = 40;

/** What to write at an octet: degrees in millionths, or a number of some size. */
export type Entry = ['s8' | 'u8' | 'u16' | 'u32' | 's32' | 'f32' | 'degrees', octet: number, value: number];

/** Octets 15 to 30: a sphere of the radius that PROJ is told, or WGS 84. */
export const sphere: Entry = ['u8', 15, 6];
export const ellipsoid: Entry = ['u8', 15, 5];

/** Section 3 of a grid of 60 × 40 points, unless entries say otherwise. */
export function section3(template: number, length: number, entries: Entry[]): Octets {
  const section = new Octets(3, length).u32(7, gridWidth * gridHeight).u16(13, template);
  section.u32(31, gridWidth).u32(35, gridHeight);
  for (const [kind, octet, value] of entries) {
    if (kind === 'degrees') section.s32(octet, Math.round(value * 1e6));
    else section[kind](octet, value);
  }
  return section;
}

export function gridOf(template: number, length: number, entries: Entry[]): Grid {
  return readGrid(new Section(section3(template, length, entries).bytes));
}

/** The error for which a grid is refused. */
export function gridRefusal(template: number, length: number, entries: Entry[]): Grib2Error {
  try {
    gridOf(template, length, entries);
  } catch (error) {
    return error as Grib2Error;
  }
  throw new Error('the grid was read');
}
