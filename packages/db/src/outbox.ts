/** What waits in an outbox. */
export interface Waiting {
  count: number;
  /** Of these, what waits for another attempt after a failed one. */
  failed: number;
  /** Creation time of the oldest; null if none waits. */
  oldest: Date | null;
}

/** SQL: the columns of `Waiting`, aggregated over rows of `outbox`. @param hasFailed whether a row had a failed attempt */
export const waitingSql = (outbox: string, hasFailed: string): string =>
  `count(*)::integer as count, (count(*) filter (where ${hasFailed}))::integer as failed, min(${outbox}.created_at) as oldest`;

/** Rows of each state; 0 for a state without rows. */
export function countsOf<S extends string>(
  states: readonly S[],
  rows: { state: S; count: number }[],
): Record<S, number> {
  const none = Object.fromEntries(states.map((state) => [state, 0]));
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) } as Record<S, number>;
}
