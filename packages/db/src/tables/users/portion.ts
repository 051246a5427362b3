/**
 * Whose portion of what is shared a user takes, as SQL: an account has one of its own once its address is verified. Until
 * then an account costs nothing, so all such accounts of a network have one together. Accounts of before a network was
 * stored have their own.
 *
 * @param as alias of the table `users`
 */
export function portionSql(as: string): string {
  return `case when ${as}.email_verified or ${as}.signup_network is null then 'account ' || ${as}.id
    else 'unconfirmed ' || ${as}.signup_network end`;
}
