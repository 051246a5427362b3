import { gunzipSync, gzipSync } from 'node:zlib';
import { isListing, type Fault, type GoodReply, type Reply } from './fault.ts';

/** Text of a body, which may be a gzip file; undefined for other binary files. */
export function textOf({ body }: GoodReply): string | undefined {
  const bytes = isGzip(body) ? gunzipSync(body) : body;
  return bytes.subarray(0, 512).includes(0) ? undefined : Buffer.from(bytes).toString();
}

/** The reply with another text, packed as before. */
export function withText(good: GoodReply, text: string | Uint8Array): Reply {
  const bytes = Buffer.from(text as string);
  return { ...good, body: isGzip(good.body) ? gzipSync(bytes) : bytes };
}

function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/** The year of the simulated day in times and in names of files, a year later. */
const yearAhead = (text: string): string => text.replaceAll(/(?<!\d)20(\d\d)(?=[-\d]|Z)/g, (_, year: string) => `20${pad(+year + 1)}`); // prettier-ignore
const pad = (year: number): string => String(year).padStart(2, '0');

/** Faults of the bytes of a good response. */
export const bodyFaults: Fault[] = [
  {
    id: 'truncated',
    about: 'half of the response, with its length',
    change: (good) => ({ ...good, body: good.body.subarray(0, Math.floor(good.body.length / 2)) }),
  },
  {
    id: 'wrong-type',
    about: 'another content type',
    change: (good) => ({ ...good, headers: { 'content-type': 'image/jpeg' } }),
  },
  {
    id: 'bom',
    about: 'a byte order mark',
    change(good) {
      const text = textOf(good);
      return text === undefined ? undefined : withText(good, `\uFEFF${text}`);
    },
  },
  {
    id: 'utf-16',
    about: 'UTF-16',
    change(good) {
      const text = textOf(good);
      return text === undefined ? undefined : withText(good, Buffer.from(`\uFEFF${text}`, 'utf16le'));
    },
  },
  {
    id: 'same-file',
    about: 'the same file again, without validators',
    change: ({ headers: { 'content-type': type }, ...good }) => ({ ...good, headers: { 'content-type': type } }),
  },
  {
    id: 'year-ahead',
    about: 'all times a year in the future',
    /** Files that are listed under names of the next year. */
    targetOf: (target) => target.replace(/[^/?]*(?=\?|$)/, yearBack),
    change(good, request) {
      const text = textOf(good);
      if (text === undefined) return good; // a file whose name is of the next year
      const changed = isListing(request)
        ? text.replaceAll(/<Key>[^<]*<\/Key>/g, (key) => key.replace(/[^/]*<\/Key>$/, yearAhead))
        : yearAhead(text);
      return changed === text ? undefined : withText(good, changed);
    },
  },
];

const yearBack = (name: string): string => name.replaceAll(/(?<!\d)20(\d\d)(?=[-\d])/g, (_, year: string) => `20${pad(+year - 1)}`); // prettier-ignore
