import { digestOf } from '../../secret.ts';

/** Hosts that deliver mail whatever dots its local part has, and the one name of each. */
const dotless: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The mailbox to which mail for an address goes, as far as its form tells: limits count by it. What follows a plus does not
 * count, on any host: `ann+wx@example.org` is `ann@example.org`. Dots do not count on hosts that are known to ignore them.
 * Nothing is sent to the result, since a host may deliver otherwise.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5233
 * @see https://support.google.com/mail/answer/7436150
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).toLowerCase();
  const plus = local.indexOf('+', 1);
  const base = plus < 0 ? local : local.slice(0, plus);
  const oneName = dotless[host];
  return oneName === undefined ? `${base}@${host}` : `${base.replaceAll('.', '')}@${oneName}`;
}

/** The digest under which the database stores the mailbox of an address. */
export function mailboxDigest(email: string): Buffer {
  return digestOf(`mailbox ${mailboxOf(email)}`);
}
