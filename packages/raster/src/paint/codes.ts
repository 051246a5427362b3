import {
  borrowParts,
  codesPerMark,
  footprintsSizes,
  giveBack,
  lambertSizes,
  paint as paintAll,
  paintSizes,
  putSteps,
  spreadSizes,
  sumCells,
  type LambertRule,
  type Part,
  type Steps,
  type Workspace,
} from '@severe/kernels';
import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import { bandOf, compilePalette, type Palette } from './palette.ts';

/** Bytes for drawing tiles; wider for value tiles. */
export type Codes = Uint8Array | Int32Array;

/** The field as one byte a cell, ready to be reduced and drawn. */
export interface Painted {
  /** `codes[row * width + column]`: 0 if nothing is drawn, else a code whose band is `bandOfCode[code]`. */
  codes: Codes;
  /** One for every `cellsPerMark` codes: 0 only if all of them are. */
  marks: Uint8Array;
  /** Palette band of each code, 0 = transparent. */
  bandOfCode: Uint8Array;
  /** The code of a packed value that is not absent; the value may be a mean. */
  codeOf: (packed: number) => number;
  /** The code of a box of cells (inclusive), for rules that cannot be computed from codes. */
  reduce?: (firstColumn: number, lastColumn: number, firstRow: number, lastRow: number) => number;
  palette: Palette;
  /** The memory of codes and marks, for grids that are large enough for kernels. */
  kernelMemory?: KernelMemory;
}

/** Kernel memory of a painted grid. */
export interface KernelMemory {
  space: Workspace;
  parts: Record<keyof ReturnType<typeof kernelMemorySizes>, Part>;
}

/** Sizes of the parts of a grid's kernel memory in bytes. */
const kernelMemorySizes = (field: Field, rule: ReturnType<typeof lambertRule>) => ({
  ...paintSizes(field.packed.length),
  ...spreadSizes(field.width),
  ...lambertSizes(field, rule),
  ...footprintsSizes,
});

/** The rule of the kernel for pixels of a Lambert grid that cover several cells; undefined if it has none. */
export function lambertRule({ geometry, absent }: Field, { reduce }: Look): LambertRule['rule'] | undefined {
  if (geometry.kind !== 'lambert') return undefined;
  if (reduce === 'mean') return absent.length === 0 ? 'mean' : undefined;
  return reduce === 'maximum' || reduce === 'minimum' ? 'largest' : undefined;
}

/** Frees the memory of painted codes; nothing may be drawn of them afterwards. */
export function wipe({ kernelMemory }: Painted): void {
  if (kernelMemory) giveBack(kernelMemory.space);
}

/** Number of consecutive cells that share a mark. */
export const cellsPerMark = codesPerMark;

/**
 * The widest range of packed values for which a table is built. Beyond it, and if there are fewer cells than entries, as in
 * the window of one tile, the band of every cell is searched.
 */
const widestTable = 1 << 20;

/**
 * Paints every cell once. Codes ascend with the value, or descend with it if the product keeps the minimum; 0 is reserved
 * for absent cells. So the largest code of a set of cells is the code of their maximum or minimum without absent cells, and
 * pyramids can be built of bytes.
 */
export function paint(field: Field, look: Look): Painted {
  const palette = compilePalette(look, field);
  const bands = palette.from.length;
  const codeOfBand = Uint8Array.from({ length: bands + 1 }, (_, band) =>
    look.reduce === 'minimum' ? bands + 1 - band : band,
  );
  const bandOfCode = new Uint8Array(256);
  codeOfBand.forEach((code, band) => (bandOfCode[code] = band));

  const count = field.packed.length;
  const [lowest, highest] = rangeOf(field.packed);
  const absent = field.absent.map(({ code }) => code).filter((code) => code >= lowest && code <= highest);
  if (highest - lowest >= Math.min(widestTable, count)) {
    const codes = new Uint8Array(count);
    const marks = marksFor(count).fill(1);
    const codeOf = (packed: number) => codeOfBand[bandOf(palette, packed)];
    for (let i = 0; i < codes.length; i++) codes[i] = absent.includes(field.packed[i]) ? 0 : codeOf(field.packed[i]);
    return { codes, marks, bandOfCode, codeOf, palette };
  }

  const bandOfWhole = Uint8Array.from({ length: highest - lowest + 1 }, (_, i) => bandOf(palette, lowest + i));
  const codeOfWhole = bandOfWhole.map((band) => codeOfBand[band]);
  for (const code of absent) codeOfWhole[code - lowest] = 0;
  /** A mean lies in the band of its whole part, or a little above. */
  const codeOf = (packed: number) => {
    let band = bandOfWhole[Math.floor(packed) - lowest];
    while (band < bands && palette.from[band] <= packed) band++;
    return codeOfBand[band];
  };
  const steps = { bandOfWhole, from: palette.from, codeOfBand };
  return { ...lookedUp(field, lambertRule(field, look), lowest, codeOfWhole, steps), bandOfCode, codeOf, palette };
}

function lookedUp(
  field: Field,
  rule: ReturnType<typeof lambertRule>,
  lowest: number,
  table: Uint8Array,
  steps: Steps,
): Pick<Painted, 'codes' | 'marks' | 'kernelMemory'> {
  const { packed } = field;
  if (packed instanceof Uint16Array && table.length === 65_536) {
    const { space, parts } = borrowParts(kernelMemorySizes(field, rule));
    putSteps(space, parts.steps, steps);
    const painted = paintAll(space, packed, table, parts);
    if (rule === 'mean') sumCells(space, field, parts);
    return { ...painted, kernelMemory: { space, parts } };
  }
  const codes = new Uint8Array(packed.length);
  const marks = marksFor(packed.length);
  lookUp(packed, lowest, table, codes, marks);
  return { codes, marks };
}

function marksFor(codes: number): Uint8Array {
  return new Uint8Array(Math.ceil(codes / cellsPerMark));
}

/** Zeros are not written: the memory is cleared, and much of it stays untouched. */
function lookUp(
  packed: Field['packed'],
  lowest: number,
  table: Uint8Array,
  codes: Uint8Array,
  marks: Uint8Array,
): void {
  const count = codes.length;
  for (let i = 0; i < count; i++) {
    const code = table[packed[i] - lowest];
    if (code === 0) continue;
    codes[i] = code;
    marks[i >>> 6] = 1; // by cellsPerMark
  }
}

/** The range of codes for a table. If there are more cells than 16-bit codes, all codes cost less than a search. */
function rangeOf(packed: Field['packed']): [lowest: number, highest: number] {
  return packed instanceof Uint16Array && packed.length > 0xffff ? [0, 0xffff] : extremes(packed);
}

function extremes(values: Field['packed']): [lowest: number, highest: number] {
  let lowest = values.length ? values[0] : 0;
  let highest = lowest;
  for (let i = 1; i < values.length; i++) {
    const value = values[i];
    if (value < lowest) lowest = value;
    else if (value > highest) highest = value;
  }
  return [lowest, highest];
}
