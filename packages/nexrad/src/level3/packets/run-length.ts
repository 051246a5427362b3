/**
 * Expands run-length codes of one byte: run in the high four bits, code in the low four.
 *
 * @param into receives the codes from `start` on, at most up to `end`
 * @returns index after the last code
 */
export function expandNibbles(runs: Uint8Array, into: Uint8Array, start: number, end: number): number {
  let at = start;
  for (let i = 0; i < runs.length; i++) {
    const stop = Math.min(at + (runs[i] >> 4), end);
    const code = runs[i] & 15;
    while (at < stop) into[at++] = code;
  }
  return at;
}

/** Expands run-length codes of two bytes: run, then code. */
export function expandPairs(runs: Uint8Array, into: Uint8Array, start: number, end: number): number {
  let at = start;
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const stop = Math.min(at + runs[i], end);
    const code = runs[i + 1];
    while (at < stop) into[at++] = code;
  }
  return at;
}
