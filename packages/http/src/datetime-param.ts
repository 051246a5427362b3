import { dayMs } from '@severe/async';
import { parseTime, quoted, RequestError } from '@severe/base';
import { composite } from './params.ts';

/** What `datetime` selects: an instant, or a period whose ends are included. An open end is undefined. */
export type Datetime = { at: Date } | { from: Date | undefined; to: Date | undefined };

const open = new Set(['', '..']);
const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const example = '2026-05-20T21:00:00Z/2026-05-20T22:00:00Z';

/**
 * The parameter `datetime` of OGC API: an RFC 3339 time, or two with a slash between them, of which one may be `..` or absent. A date
 * stands for its whole day in UTC.
 */
export const datetimeParam = composite(parseDatetime, {
  about:
    'A time or a period: `2026-05-20T22:00:00Z`, `2026-05-20T21:00:00Z/2026-05-20T22:00:00Z`, `2026-05-20T21:00:00Z/..`. A date is ' +
    'its whole day in UTC.',
  example,
});

function parseDatetime(text: string): Datetime {
  const parts = text.trim().split('/');
  if (parts.length > 2) throw malformed(text);
  const [first, last] = parts;
  if (last === undefined && !dateOnly.test(first)) return { at: timeIn(first, text) };
  const from = open.has(first) ? undefined : timeIn(first, text);
  const to = open.has(last ?? first) ? undefined : endOf(last ?? first, text);
  if (!from && !to) throw malformed(text);
  if (from && to && from > to) throw new RequestError(400, 'Invalid datetime: the period ends before it begins');
  return { from, to };
}

/** The last moment that a text names. */
function endOf(part: string, text: string): Date {
  const at = timeIn(part, text);
  return dateOnly.test(part) ? new Date(at.getTime() + dayMs - 1000) : at;
}

function timeIn(part: string, text: string): Date {
  const at = parseTime(part);
  if (!at) throw malformed(text);
  return at;
}

function malformed(text: string): RequestError {
  return new RequestError(400, `Invalid datetime: expected a time or a period such as ${example}, got ${quoted(text)}`);
}
