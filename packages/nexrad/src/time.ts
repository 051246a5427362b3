const dayMs = 86_400_000;

/** Milliseconds since 1970 from a day number (1 on 1 January 1970) and milliseconds after midnight UTC. */
export function momentOf(day: number, ms: number): number {
  return (day - 1) * dayMs + ms;
}

/** The inverse of `momentOf`: day number and milliseconds for a header. */
export function dayAndMs(at: Date): { day: number; ms: number } {
  const time = at.getTime();
  const day = Math.floor(time / dayMs);
  return { day: day + 1, ms: time - day * dayMs };
}
