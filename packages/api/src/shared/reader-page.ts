import { Reply } from '@severe/http';
import { pageHeaders } from '../pages/page-headers.ts';

const policy = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A page for the reader of a mail, without scripts. @param publicUrl base URL of the service @param body lines of HTML */
export function readerPage(publicUrl: string, title: string, body: string[]): Reply {
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

/** A text in HTML. */
export function escaped(given: string): string {
  return given.replace(/[&<>"']/g, (character) => entities[character]);
}
