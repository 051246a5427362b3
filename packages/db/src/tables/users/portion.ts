/**
 * Whose portion of what is shared a user takes, as SQL: a person has one of their own once the address of the account is
 * verified, whatever forms of it the person has signed up with. Until then an account costs nothing, so all such accounts of a
 * network have one together. Accounts of before mailboxes and networks were stored have their own.
 *
 * @param as alias of the table `users`
 */
export function portionSql(as: string): string {
  return `case when ${as}.email_verified or ${as}.signup_network is null
    then coalesce('mailbox ' || encode(${as}.mailbox, 'hex'), 'account ' || ${as}.id)
    else 'unconfirmed ' || ${as}.signup_network end`;
}
