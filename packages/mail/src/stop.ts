/** How the reader of a mail ends all mails to the mailbox, without a login. */
export interface StopLink {
  /** The last paragraph of the mail. */
  note: string;
  /** The same for mail programs, with one click (RFC 8058). */
  headers: Record<string, string>;
}

/**
 * The link that ends all mails to a mailbox. `{stop}` is filled in when the mail is added to the outbox.
 *
 * @param apiUrl base URL of the API
 */
export function stopLink(apiUrl: string): StopLink {
  const url = `${apiUrl}/mails/unsubscribe/{stop}`;
  return {
    note: `To end all mails of this service to this address: ${url}`,
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
