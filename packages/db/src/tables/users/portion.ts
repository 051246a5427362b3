/**
 * Whose portion of what is shared a user takes, as SQL: `turn_of` of the schema is the only place that says so.
 *
 * @param as alias of the table `users`
 */
export function portionSql(as: string): string {
  return `turn_of(${as})`;
}
