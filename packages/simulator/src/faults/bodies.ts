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

/** Years in times, in dates of texts and in names of files; not the day and time of a heading, which are six digits. */
const years = /(?<!\d)20(\d\d)(?=-\d|\d{3}(?!\d)|\d{4})|(?<=[A-Z][a-z]{2} \d{1,2} |\d\d\/)20(\d\d)(?!\d)/g;
/** A text whose years are later by a number. */
const withYears = (text: string, by: number): string =>
  text.replaceAll(years, (_, time: string | undefined, date: string) => `20${pad(Number(time ?? date) + by)}`);
const yearAhead = (text: string): string => withYears(text, 1);
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
    targetOf: (target) => target.replace(/(?<![^/?])[^/?]*(?=\?|$)/, yearBack),
    change(good, request) {
      const text = textOf(good);
      if (text === undefined) return good; // a file whose name is of the next year
      const changed = isListing(request)
        ? text.replaceAll(/<Key>[^<]*<\/Key>/g, (key) => key.replace(/(?<![^/])[^/]*<\/Key>$/, yearAhead))
        : yearAhead(text);
      return changed === text ? undefined : withText(good, changed);
    },
  },
];

const yearBack = (name: string): string => withYears(name, -1);
