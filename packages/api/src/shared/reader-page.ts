import { hash } from 'node:crypto';
import { Reply } from '@severe/http';
import { pageHeaders } from '../pages/page-headers.ts';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f4f6fa, #12171e); color: light-dark(#17202b, #e8edf3); }
main { max-width: 26rem; margin: 3rem auto; padding: 1rem 1.5rem 1.5rem; border: 1px solid light-dark(#d6dbe2, #333c47);
  border-radius: 10px; background: light-dark(#fff, #1a212a); }
h1 { font-size: 1.4rem; }
button { min-height: 2.75rem; padding: 0 1rem; border: 0; border-radius: 6px; background: #1457a8; color: #fff; font: inherit; }
`;
const styleHash = hash('sha256', style, 'base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** A page for the reader of a mail, without scripts. @param publicUrl base URL of the service @param body lines of HTML */
export function readerPage(publicUrl: string, title: string, body: string[]): Reply {
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`,
    `<style>${style}</style></head>`,
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
