/** Numbers of the first days of a year are smaller. */
const maxNumberOfFirstDays = 50;

/**
 * The year in which a product got its number, for numbers of the whole nation that start at 1 each January, as those of watches and
 * mesoscale discussions do. In the first days of January, a large number is one of December.
 *
 * @param at when it was issued, or a time at which it is in force
 */
export function yearOfNumber(number: number, at: Date): number {
  const isOfDecember = number > maxNumberOfFirstDays && at.getUTCMonth() === 0 && at.getUTCDate() <= 2;
  return at.getUTCFullYear() - (isOfDecember ? 1 : 0);
}
