import { RequestError } from '@severe/base';
import { oneOf, required, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { readerPage } from '../../shared/reader-page.ts';

const common = {
  tag: 'Accounts',
  path: '/mails/unsubscribe/{key}',
  params: { key: required(text({ maxLength: 64, pattern: '^[A-Za-z0-9_-]+$', about: 'Key from a mail.' })) },
  response: { media: 'text/html', about: 'A page for the reader of the mail.' },
  cache: 'no-store',
  internal: true, // for readers of mails, not for programs
  errors: { 404: 'No mailbox has the key.', 503: 'The database is unavailable.' },
} as const;

const unknown = (): RequestError => new RequestError(404, 'Mailbox not found');

/**
 * GET /mails/unsubscribe/{key}: the last link in every mail. It changes nothing, because mail programs and virus scanners open links,
 * too.
 */
export const confirmStop = endpoint({
  ...common,
  summary: 'A page with a button that ends all mails to a mailbox, or allows them again.',
  async handle({ path }, { db, publicUrl }) {
    const isStopped = await db.mailboxes.isStopped(path.key);
    if (isStopped === undefined) throw unknown();
    return isStopped
      ? readerPage(publicUrl(), 'No mails are sent to you', [
          '<p>You have ended all mails of this service, also alerts and links for a new password.</p>',
          '<form method="post" action="?mails=allow"><button>Allow mails again</button></form>',
        ])
      : readerPage(publicUrl(), 'End all mails?', [
          '<p>This service will send nothing more to your address: no alerts, and no links that you or others ask for.</p>',
          '<form method="post"><button>End all mails</button></form>',
        ]);
  },
});

/** POST /mails/unsubscribe/{key}: the button of that page, and the one click of a mail program (RFC 8058). */
export const stopMails = endpoint({
  ...common,
  method: 'POST',
  summary: 'Ends all mails to a mailbox: one-click unsubscribe (RFC 8058). The body is not read.',
  query: { mails: oneOf(['stop', 'allow'], { default: 'stop', about: 'Whether mails end or are allowed again.' }) },
  async handle({ path, query }, { db, publicUrl }) {
    const stops = query.mails === 'stop';
    if (!(await db.mailboxes.stop(path.key, stops))) throw unknown();
    return stops
      ? readerPage(publicUrl(), 'All mails have ended', ['<p>The same link allows them again.</p>'])
      : readerPage(publicUrl(), 'Mails are allowed again', ['<p>Ask for what you need once more.</p>']);
  },
});
