import type { Field } from '../field.ts';

/**
 * A field in 16 bits if its values fit, as nearly all do; packings of 24 bits and of differences are decoded to 32. Codes
 * then start from the smallest, and `missingCode`, if any, becomes 65535. Values do not change.
 */
export function compact(field: Field, missingCode?: number): Field {
  const absent = missingCode === undefined ? [] : [{ code: missingCode, means: 'missing' as const }];
  if (field.packed instanceof Uint16Array) return { ...field, absent };
  const [least, most] = extremes(field.packed, missingCode);
  if (most - least >= 0xffff) return { ...field, absent };

  const base = least >= 0 && most < 0xffff ? 0 : least;
  return {
    ...field,
    packed: rebase(field.packed, base, missingCode),
    offset: field.offset + base * field.scale,
    absent: absent.map(({ means }) => ({ code: 0xffff, means })),
  };
}

function extremes(packed: Int32Array, missingCode?: number): [least: number, most: number] {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < packed.length; i++) {
    const code = packed[i];
    if (code === missingCode) continue;
    if (code < least) least = code;
    if (code > most) most = code;
  }
  return least > most ? [0, 0] : [least, most];
}

function rebase(packed: Int32Array, base: number, missingCode?: number): Uint16Array {
  const codes = new Uint16Array(packed.length);
  for (let i = 0; i < codes.length; i++) codes[i] = packed[i] === missingCode ? 0xffff : packed[i] - base;
  return codes;
}
