import { createHash } from 'node:crypto';
import type { Language } from '@severe/assessment';
import { escaped } from '@severe/http';
import { pageHeaders } from '../page-headers.ts';
import { pageWords } from './words.ts';

/** Works without a script, on an old phone, in a text browser, read aloud and printed. */
const style = `
:root{color-scheme:light dark;font:18px/1.4 system-ui,sans-serif}
body{max-width:38rem;margin:0 auto;padding:.6rem}
h1{font-size:1.2rem;margin:.2rem 0}h2{font-size:1rem;margin:1rem 0 .2rem}
.do{font-size:1.45rem;font-weight:700;line-height:1.25;margin:.6rem 0}
.why{font-weight:600}
.badge{display:inline-block;padding:.1rem .7rem;border-radius:9px;color:#000;background:#c9d1da;font-weight:700}
.emergency .badge{background:#8b008b;color:#fff}.warning .badge{background:#ff5a4f}.watch .badge{background:#ffb03b}
.advisory .badge,.elevated .badge{background:#ffe27a}.normal .badge{background:#bfe8c2}
.note{border-left:.3rem solid #b07000;padding-left:.6rem}
.radar{position:relative;width:min(100%,22rem);background:#e9ecef}
.radar img,.radar svg{display:block;width:100%;height:auto}
.radar svg{position:absolute;inset:0}
svg path,svg circle{fill:none;stroke:#223;stroke-width:1}svg .here{fill:#fff;stroke:#000;stroke-width:2}
small,footer{font-size:.85rem}input,button{font:inherit;padding:.3rem .5rem}input{width:min(100%,18rem);box-sizing:border-box}
@media print{form,nav{display:none}}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of the page: nothing but its own style and pictures of this origin is loaded. */
export const placePageHeaders = (publicUrl: string): Record<string, string> => ({
  ...pageHeaders(publicUrl),
  'Content-Security-Policy': [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
});

/** A whole page. @param main its content as HTML @param status of the weather, which colours its name */
export function pageOf({
  title,
  language,
  main,
  status = '',
}: {
  title: string;
  language: Language;
  main: string;
  status?: string;
}): string {
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${escaped(title)}</title>` +
    `<style>${style}</style></head><body class="${status}"><main>${main}</main></body></html>`
  );
}

/** The form that finds another place. */
export function searchForm(language: Language, asked = ''): string {
  const { search, find } = pageWords[language];
  return (
    `<form action="/at"><input type="hidden" name="lang" value="${language}"><label>${search}<br>` +
    `<input name="q" type="search" value="${escaped(asked)}" minlength="2" maxlength="200" required></label> <button>${find}</button></form>`
  );
}
