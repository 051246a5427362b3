/** Data are late, and stale, after this many times the interval at which they are expected. */
export const lateFactor = 2;
const staleFactor = 5;

/** Whether data of an age are up to date. */
export function freshnessOf(ageSeconds: number, expectedSeconds: number): 'ok' | 'late' | 'stale' {
  if (ageSeconds <= lateFactor * expectedSeconds) return 'ok';
  return ageSeconds <= staleFactor * expectedSeconds ? 'late' : 'stale';
}
