import { RequestError } from '@severe/base';
import { Reply, required, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { pageHeaders } from '../../pages/page-headers.ts';

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
      ? page(publicUrl(), 'Stop alert mails?', [
          `<p>Mails about alerts at <strong>${escaped(location.name)}</strong> will end. Other locations stay as they are.</p>`,
          '<form method="post"><button>Stop these mails</button></form>',
        ])
      : page(publicUrl(), 'No alert mails', [
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
    return page(publicUrl(), 'Alert mails have ended', ['<p>You can enable them again in your account.</p>']);
  },
});

const policy = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

function page(publicUrl: string, title: string, body: string[]): Reply {
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>`,
    `<body><main><h1>${title}</h1>`,
    ...body,
    '</main></body>',
    '</html>',
    '',
  ];
  const headers = {
    ...pageHeaders(publicUrl),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
  };
  return new Reply(200, headers, html.join('\n'));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(given: string): string {
  return given.replace(/[&<>"']/g, (character) => entities[character]);
}
