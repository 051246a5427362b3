/**
 * The polynomial through points.
 *
 * @returns its factors, the constant first
 */
export function polynomialThrough(at: readonly number[], values: readonly number[]): number[] {
  const divided = [...values]; // differences, as in Newton's form
  for (let order = 1; order < at.length; order++) {
    for (let i = at.length - 1; i >= order; i--) divided[i] = (divided[i] - divided[i - 1]) / (at[i] - at[i - order]);
  }
  const factors = at.map(() => 0);
  for (let i = at.length - 1; i >= 0; i--) {
    for (let power = factors.length - 1; power > 0; power--)
      factors[power] = factors[power - 1] - at[i] * factors[power];
    factors[0] = divided[i] - at[i] * factors[0];
  }
  return factors;
}

/** Points between -1 and 1 at which a polynomial deviates least from a smooth function. */
export function chebyshevNodes(count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.cos(((i + 0.5) * Math.PI) / count));
}
