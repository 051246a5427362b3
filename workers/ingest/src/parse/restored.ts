/**
 * Puts back the leading digits that a code drops: of all numbers with these last digits, the nearest to a known one.
 *
 * @param digits the transmitted part, from 0 to `dropped`
 * @param dropped the value of one unit of the digits that are dropped: 100 for `26` of the year 2026
 * @param known a value to which the right one is nearer than half of `dropped`; of two equally near the greater is returned
 */
export function restored(digits: number, dropped: number, known: number): number {
  return digits + dropped * Math.round((known - digits) / dropped);
}
