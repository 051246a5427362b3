import { halveBox, mostAbsentOfGreatest, type Box, type halvingRules } from '@severe/kernels';
import { blocksAcross, cellsLike, levelOf, type Cells, type Level, type LevelWorkspace } from '@severe/tiff/write';
import type { Absent, Field } from '../field.ts';
import type { Look } from '../look.ts';
import { wordOf } from '../colour-image.ts';

/** Combines four cells, as packed codes, to one cell of an overview. */
type Combine = (a: number, b: number, c: number, d: number) => number;

type Meaning = Pick<Field, 'scale' | 'offset' | 'absent'>;

/**
 * The rule of a product for the packed codes of a field. Absent codes are ignored; if all four are absent, `nothing` takes
 * precedence over `missing`.
 */
export function combinerOf(field: Meaning, rule: Look['reduce']): Combine {
  const rank = rankOf(field, rule);
  if (rule !== 'mean') return bestBy(rank);
  return field.absent.length === 0 ? meanOfAll : meanBy(rank);
}

/** The same rule for the kernel. */
export interface KernelRule {
  rule: keyof typeof halvingRules;
  /** The rank of each code. */
  ranks: Float64Array;
  /** Absent codes, for `greatest`. */
  absent: number[];
}

export function kernelRuleOf(field: Meaning, rule: Look['reduce']): KernelRule {
  const ofValue = valueRank(field, rule);
  const ranks = new Float64Array(0x10000);
  for (let code = 0; code < ranks.length; code++) ranks[code] = ofValue(code);
  for (const { code, means } of field.absent) ranks[code] = absentRanks[means];
  return { rule: kernelNameOf(field, rule), ranks, absent: field.absent.map(({ code }) => code) };
}

function kernelNameOf({ absent, scale }: Meaning, rule: Look['reduce']): keyof typeof halvingRules {
  if (rule === 'mean') return absent.length === 0 ? 'mean' : 'mean of present';
  return rule === 'maximum' && scale > 0 && absent.length <= mostAbsentOfGreatest ? 'greatest' : 'best';
}

/** Ranks of absent codes, below those of all values. */
const absentRanks: Record<Absent['means'], number> = { nothing: -Number.MAX_VALUE, missing: -Infinity };

/** The rank of a code under a rule: the highest of four is taken. */
function rankOf(field: Meaning, rule: Look['reduce']): (code: number) => number {
  const ranks = new Map(field.absent.map(({ code, means }) => [code, absentRanks[means]]));
  const ofValue = valueRank(field, rule);
  return (code) => ranks.get(code) ?? ofValue(code);
}

/** The rank of a code that has a value. For a mean all rank equally. */
function valueRank({ scale, offset }: Meaning, rule: Look['reduce']): (code: number) => number {
  const rankings: Record<Look['reduce'], (code: number) => number> = {
    maximum: (code) => code * scale,
    minimum: (code) => -code * scale,
    'largest-magnitude': (code) => Math.abs(offset + code * scale),
    mean: () => 0,
  };
  return rankings[rule];
}

function bestBy(rank: (code: number) => number): Combine {
  const better = (a: number, b: number) => (rank(b) > rank(a) ? b : a);
  return (a, b, c, d) => better(better(a, b), better(c, d));
}

/** For model fields, which have no absent codes. */
const meanOfAll: Combine = (a, b, c, d) => Math.round((a + b + c + d) / 4);

function meanBy(rank: (code: number) => number): Combine {
  const better = bestBy(rank);
  return (a, b, c, d) => {
    const present = [a, b, c, d].filter((code) => rank(code) >= 0);
    if (present.length === 0) return better(a, b, c, d);
    return Math.round(present.reduce((sum, code) => sum + code, 0) / present.length);
  };
}

/** The average of four colours. Transparent ones are ignored; the result is transparent if all are. */
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
 * The level of half the size, rounded up.
 *
 * @param workspace memory for its cells, if the level above lies in a workspace
 */
export function halve(level: Level, combine: Combine, workspace?: LevelWorkspace): Level {
  const width = Math.ceil(level.width / 2);
  const height = Math.ceil(level.height / 2);
  const cells = workspace ? workspace.space.shorts(workspace.plane) : cellsLike(level.cells, width * height);
  const { side } = level;
  const across = blocksAcross(level.width, side);
  const half = side / 2; // a block of the source is a quarter of a block here
  level.constant.forEach((constant, index) => {
    const left = (index % across) * half;
    const top = Math.floor(index / across) * half;
    const box = { top, left, right: Math.min(left + half, width), bottom: Math.min(top + half, height) };
    if (constant) fillBox(cells, width, box, level.cells[2 * (top * level.width + left)]);
    else if (workspace && level.workspace) {
      const { space, plane, parts, rule } = workspace;
      halveBox(space, level.workspace.plane, plane, box, parts, rule);
    } else combineBox(level, cells, width, box, combine);
  });
  return levelOf({ width, height, side }, cells, workspace);
}

function fillBox(cells: Cells, width: number, { top, bottom, left, right }: Box, code: number): void {
  for (let row = top; row < bottom; row++) cells.fill(code, row * width + left, row * width + right);
}

/** On an odd edge the last row or column counts twice, which changes the result of no rule. */
function combineBox(
  source: Level,
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
