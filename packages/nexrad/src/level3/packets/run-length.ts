/**
 * Undoes run-length coding of four bits and four: run in the high half of a byte, code in the low.
 *
 * @param into  receives the codes from `start` on, at most up to `end`
 * @returns where it ended
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

/** The same where runs and codes have a byte each. */
export function expandPairs(runs: Uint8Array, into: Uint8Array, start: number, end: number): number {
  let at = start;
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const stop = Math.min(at + runs[i], end);
    const code = runs[i + 1];
    while (at < stop) into[at++] = code;
  }
  return at;
}
