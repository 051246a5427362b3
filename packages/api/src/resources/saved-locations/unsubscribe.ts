import { RequestError } from '@severe/base';
import { required, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { escaped, readerPage } from '../../shared/reader-page.ts';

const common = {
  tag: 'Saved locations',
  path: '/unsubscribe/{key}',
  params: { key: required(text({ maxLength: 64, pattern: '^[A-Za-z0-9_-]+$', about: 'Key from a mail.' })) },
  response: { media: 'text/html', about: 'A page for the reader of the mail.' },
  cache: 'no-store',
  internal: true, // for readers of mails, not for programs
  errors: { 404: 'The saved location is gone.', 503: 'The database is unavailable.' },
} as const;

const gone = (): RequestError => new RequestError(404, 'Saved location not found');

/**
 * GET /unsubscribe/{key}: the link in a mail. It changes nothing, because mail programs and virus scanners open links, too.
 */
export const confirmUnsubscribe = endpoint({
  ...common,
  summary: 'A page with a button that ends the mails about a saved location.',
  async handle({ path }, { db, publicUrl }) {
    const location = await db.savedLocations.findByKey(path.key);
    if (!location) throw gone();
    return location.alertsEnabled
      ? readerPage(publicUrl(), 'Stop alert mails?', [
          `<p>Mails about alerts at <strong>${escaped(location.name)}</strong> will end. Other locations stay as they are.</p>`,
          '<form method="post"><button>Stop these mails</button></form>',
        ])
      : readerPage(publicUrl(), 'No alert mails', [
          `<p>No alerts are mailed for <strong>${escaped(location.name)}</strong>.</p>`,
        ]);
  },
});

/** POST /unsubscribe/{key}: the button of that page, and the one click of a mail program (RFC 8058). */
export const unsubscribe = endpoint({
  ...common,
  method: 'POST',
  summary: 'Ends the mails about a saved location: one-click unsubscribe (RFC 8058). The body is not read.',
  async handle({ path }, { db, publicUrl }) {
    if (!(await db.savedLocations.unsubscribe(path.key))) throw gone();
    return readerPage(publicUrl(), 'Alert mails have ended', ['<p>You can enable them again in your account.</p>']);
  },
});
