/** How often a subject may attempt something. */
export interface AttemptLimit {
  limit: number;
  /** Length of the rolling window, at most a day. */
  windowMs: number;
}

/** Limits as bound values: the beginnings of their windows, and how many attempts each allows. */
export function windowsOf(limits: readonly AttemptLimit[], now: Date): { since: string[]; most: number[] } {
  return {
    since: limits.map(({ windowMs }) => new Date(now.getTime() - windowMs).toISOString()),
    most: limits.map(({ limit }) => limit),
  };
}
