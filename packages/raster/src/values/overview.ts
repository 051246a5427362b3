import type { Absent, Field } from '../field.ts';
import type { Look } from '../look.ts';
import { wordOf } from '../picture.ts';
import { halveBox, type Box, type halvingRules } from '@severe/kernels';
import { cellsLike, planeOf, type Cells, type Plane, type PlaneDesk } from './plane.ts';
import { blocksAcross, blockSize } from './tiff.ts';

/** What one cell of an overview takes from the four below it, in packed codes. */
export type Combine = (a: number, b: number, c: number, d: number) => number;

type Meaning = Pick<Field, 'scale' | 'offset' | 'absent'>;

/**
 * The rule of a product, for the packed codes of a field. Absent codes take no part; where all four are absent,
 * "nothing was found" wins over "not looked".
 */
export function combinerOf(field: Meaning, rule: Look['reduce']): Combine {
  const rank = rankOf(field, rule);
  if (rule !== 'mean') return bestBy(rank);
  return field.absent.length === 0 ? meanOfAll : meanBy(rank);
}

/** The same in the terms of the kernel; fills in what each code is worth. */
export function kernelRuleOf(field: Meaning, rule: Look['reduce'], worth: Float64Array): keyof typeof halvingRules {
  const rank = rankOf(field, rule);
  for (let code = 0; code < worth.length; code++) worth[code] = rank(code);
  if (rule !== 'mean') return 'best';
  return field.absent.length === 0 ? 'mean' : 'mean of present';
}

/** Below every value: the order in which absent codes are taken where there is nothing else. */
const absentRanks: Record<Absent['means'], number> = { nothing: -Number.MAX_VALUE, missing: -Infinity };

/** How much a code is worth to a rule: of four, the one of the highest rank is taken. Any value will do for a mean. */
function rankOf({ scale, offset, absent }: Meaning, rule: Look['reduce']): (code: number) => number {
  const worth: Record<Look['reduce'], (code: number) => number> = {
    maximum: (code) => code * scale,
    minimum: (code) => -code * scale,
    'largest-magnitude': (code) => Math.abs(offset + code * scale),
    mean: () => 0,
  };
  const ranks = new Map(absent.map(({ code, means }) => [code, absentRanks[means]]));
  const ofValue = worth[rule];
  return (code) => ranks.get(code) ?? ofValue(code);
}

function bestBy(rank: (code: number) => number): Combine {
  const better = (a: number, b: number) => (rank(b) > rank(a) ? b : a);
  return (a, b, c, d) => better(better(a, b), better(c, d));
}

/** A model's field has no absent codes, and all of its cells differ. */
const meanOfAll: Combine = (a, b, c, d) => Math.round((a + b + c + d) / 4);

function meanBy(rank: (code: number) => number): Combine {
  const better = bestBy(rank);
  return (a, b, c, d) => {
    const present = [a, b, c, d].filter((code) => rank(code) >= 0);
    if (present.length === 0) return better(a, b, c, d);
    return Math.round(present.reduce((sum, code) => sum + code, 0) / present.length);
  };
}

/** The average of four colours; clear ones take no part, and the result is clear where all are. */
export const averageColour: Combine = (a, b, c, d) => {
  let [red, green, blue, opaque] = [0, 0, 0, 0];
  for (const word of [a, b, c, d]) {
    if (word >>> 24 === 0) continue;
    red += word & 255;
    green += (word >>> 8) & 255;
    blue += (word >>> 16) & 255;
    opaque++;
  }
  const part = (sum: number) => Math.round(sum / opaque);
  return opaque === 0 ? 0 : wordOf(part(red), part(green), part(blue));
};

/**
 * The plane of half the size, rounded up.
 *
 * @param desk where it is to lie, for a plane that lies on a desk itself
 */
export function halve(plane: Plane, combine: Combine, desk?: PlaneDesk): Plane {
  const width = Math.ceil(plane.width / 2);
  const height = Math.ceil(plane.height / 2);
  const cells = desk ? desk.space.shorts(desk.plane) : cellsLike(plane.cells, width * height);
  const across = blocksAcross(plane.width);
  const half = blockSize / 2; // a block of the source is a quarter of a block here
  plane.constant.forEach((constant, index) => {
    const left = (index % across) * half;
    const top = Math.floor(index / across) * half;
    const box = { top, left, right: Math.min(left + half, width), bottom: Math.min(top + half, height) };
    if (constant) fillBox(cells, width, box, plane.cells[2 * (top * plane.width + left)]);
    else if (desk && plane.desk) {
      halveBox(desk.space, plane.desk.plane, desk.plane, box, desk.parts.worth, desk.rule);
    } else combineBox(plane, cells, width, box, combine);
  });
  return planeOf(width, height, cells, desk);
}

function fillBox(cells: Cells, width: number, { top, bottom, left, right }: Box, code: number): void {
  for (let row = top; row < bottom; row++) cells.fill(code, row * width + left, row * width + right);
}

/** On an odd edge the last row or column counts twice, which changes no rule's result. */
function combineBox(
  source: Plane,
  cells: Cells,
  width: number,
  { top, bottom, left, right }: Box,
  combine: Combine,
): void {
  const from = source.cells;
  const lastColumn = source.width - 1;
  for (let row = top; row < bottom; row++) {
    const upper = 2 * row * source.width;
    const lower = Math.min(2 * row + 1, source.height - 1) * source.width;
    for (let column = left; column < right; column++) {
      const west = 2 * column;
      const east = west < lastColumn ? west + 1 : west;
      const a = from[upper + west];
      const b = from[upper + east];
      const c = from[lower + west];
      const d = from[lower + east];
      cells[row * width + column] = a === b && a === c && a === d ? a : combine(a, b, c, d);
    }
  }
}
