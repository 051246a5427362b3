/** Watches and discussions of the first days of a year have smaller numbers; no day has so many. */
const maxNumberOfFirstDays = 50;

/**
 * The year to which the number of a watch or discussion belongs. Numbers begin again at 1 each January, so in its first two days
 * a large number is one of December. All sources are read by this rule, as a list can have the year of the issue instead.
 */
export function yearOfNumber(number: number, at: Date): number {
  const isOfDecember = number > maxNumberOfFirstDays && at.getUTCMonth() === 0 && at.getUTCDate() <= 2;
  return at.getUTCFullYear() - (isOfDecember ? 1 : 0);
}
