/** Statistics of packed values; min, max and mean are null if all values are missing. */
export interface Statistics {
  count: number;
  missing: number;
  min: number | null;
  max: number | null;
  mean: number | null;
}

/**
 * Statistics of codes, from a histogram, so that each occurring code is converted once.
 *
 * @param valueOf the value of a code, or null if it has none
 */
export function statisticsOf(codes: Uint8Array | Uint16Array, valueOf: (code: number) => number | null): Statistics {
  const histogram = new Uint32Array(codes.BYTES_PER_ELEMENT === 1 ? 256 : 65536);
  count(codes, histogram);
  let valid = 0;
  let sum = 0;
  let min = Infinity;
  let max = -Infinity;
  for (let code = 0; code < histogram.length; code++) {
    if (histogram[code] === 0) continue;
    const value = valueOf(code);
    if (value === null) continue;
    valid += histogram[code];
    sum += histogram[code] * value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const facts = valid === 0 ? { min: null, max: null, mean: null } : { min, max, mean: sum / valid };
  return { count: codes.length, missing: codes.length - valid, ...facts };
}

function count(codes: Uint8Array | Uint16Array, histogram: Uint32Array): void {
  for (let i = 0; i < codes.length; i++) histogram[codes[i]]++;
}
