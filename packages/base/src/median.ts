/** The middle one of some numbers, the upper one of two; undefined without any. */
export function medianOf(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
