import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import { cellsLike, planeOf, type Cells, type Plane } from './plane.ts';
import { blocksAcross, blockSize } from './tiff.ts';

/** What one cell of an overview takes from the four below it, in packed codes. */
export type Combine = (a: number, b: number, c: number, d: number) => number;

/**
 * The rule of a product, for packed codes of a field. Absent codes take no part; where all four are absent, "nothing
 * was found" wins over "not looked".
 */
export function combinerOf(
  { scale, offset, absent }: Pick<Field, 'scale' | 'offset' | 'absent'>,
  rule: Look['reduce'],
): Combine {
  const means = new Map(absent.map(({ code, means }) => [code, means]));
  const pick = rulesOf(scale, offset)[rule];
  const present = new Float64Array(4);
  return (a, b, c, d) => {
    let count = 0;
    if (!means.has(a)) present[count++] = a;
    if (!means.has(b)) present[count++] = b;
    if (!means.has(c)) present[count++] = c;
    if (!means.has(d)) present[count++] = d;
    if (count > 0) return pick(present, count);
    return [a, b, c, d].find((code) => means.get(code) === 'nothing') ?? a;
  };
}

type Pick4 = (codes: Float64Array, count: number) => number;

function rulesOf(scale: number, offset: number): Record<Look['reduce'], Pick4> {
  const best =
    (worth: (code: number) => number): Pick4 =>
    (codes, count) => {
      let best = codes[0];
      for (let i = 1; i < count; i++) if (worth(codes[i]) > worth(best)) best = codes[i];
      return best;
    };
  return {
    maximum: best((code) => code * scale),
    minimum: best((code) => -code * scale),
    'largest-magnitude': best((code) => Math.abs(offset + code * scale)),
    mean: (codes, count) => {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += codes[i];
      return Math.round(sum / count);
    },
  };
}

/** The plane of half the size, rounded up. */
export function halve(plane: Plane, combine: Combine): Plane {
  const width = Math.ceil(plane.width / 2);
  const height = Math.ceil(plane.height / 2);
  const cells = cellsLike(plane.cells, width * height);
  const across = blocksAcross(plane.width);
  const half = blockSize / 2; // a block of the source is a quarter of a block here
  plane.constant.forEach((constant, index) => {
    const left = (index % across) * half;
    const top = Math.floor(index / across) * half;
    const right = Math.min(left + half, width);
    const bottom = Math.min(top + half, height);
    if (constant) fillBox(cells, width, top, bottom, left, right, plane.cells[2 * (top * plane.width + left)]);
    else combineBox(plane, cells, width, top, bottom, left, right, combine);
  });
  return planeOf(width, height, cells);
}

function fillBox(
  cells: Cells,
  width: number,
  top: number,
  bottom: number,
  left: number,
  right: number,
  code: number,
): void {
  for (let row = top; row < bottom; row++) cells.fill(code, row * width + left, row * width + right);
}

/** On an odd edge the last row or column counts twice, which changes no rule's result. */
function combineBox(
  source: Plane,
  cells: Cells,
  width: number,
  top: number,
  bottom: number,
  left: number,
  right: number,
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
