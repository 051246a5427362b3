import { resolveDayTime } from './times.ts';

interface UgcLine {
  /** `OKC027`, `TXZ096` …, in the order of the bulletin; `000` stands for the whole state. */
  codes: string[];
  /** Time at which the segment expires. */
  purgeAt: Date;
}

/** Maximum number of lines to search. The codes are at the start of a segment. */
const maxLines = 200;

/** A line of codes. Lines are wrapped at a hyphen, also between the last code and the purge time. */
const codeLine = /^[A-Z0-9>-]+$/;
const lastLine = /^(?:[A-Z0-9>-]*-)?\d{6}-$/;

/** The first line of the codes of a segment, below an empty line. */
const segmentBegins = /(?=[A-Z]{2}[CZ](?:ALL|\d{3})[->][A-Z0-9>-]*\n)(?<=\n\n)/;
const firstLine = /^[A-Z]{2}[CZ](?:ALL|\d{3})[->]/m;

const eventLine = /^\/[OTEX]\.[A-Z]{3}\./m;

/**
 * The segments of a bulletin, which end with `$$`. Where that is missing, the codes of the next segment end one. Codes that
 * the bulletin repeats above its events begin none.
 */
export function segmentsOf(text: string): string[] {
  return text.split(/^\$\$/m).flatMap((part) => {
    const [head, ...rest] = part.split(segmentBegins);
    const [next = '', ...others] = rest;
    const all = firstLine.test(head) ? [head, ...rest] : [head + next, ...others]; // the heading is of the first one
    const withEvents = all.filter((segment) => eventLine.test(segment));
    return withEvents.length > 0 ? withEvents : all;
  });
}

/**
 * Parses the county (C) and zone (Z) codes of a segment, `OKC027-031>033-TXZ096-020400-`, which may span several lines;
 * undefined if there are none.
 *
 * @throws {DataError} `time` for an invalid purge time
 */
export function readUgc(text: string, near: Date): UgcLine | undefined {
  const lines = text.split('\n', maxLines).map((line) => line.trim());
  const first = lines.findIndex((line) => firstLine.test(line));
  if (first < 0) return undefined;
  const last = lines.findIndex((line, i) => i >= first && (lastLine.test(line) || !codeLine.test(line)));
  if (last < 0 || !lastLine.test(lines[last])) return undefined;
  const items = lines
    .slice(first, last + 1)
    .join('')
    .split('-')
    .slice(0, -1);
  const codes: string[] = [];
  let prefix = '';
  for (const item of items.slice(0, -1)) {
    const [, named, first, last] = /^([A-Z]{2}[CZ])?(\d{3}|ALL)(?:>(\d{3}))?$/.exec(item) ?? [];
    if (!first) continue;
    prefix = named ?? prefix;
    const until = last ? Number(last) : Number(first);
    if (first === 'ALL') codes.push(`${prefix}000`);
    else for (let n = Number(first); n <= until; n++) codes.push(`${prefix}${String(n).padStart(3, '0')}`);
  }
  return { codes, purgeAt: resolveDayTime(items[items.length - 1], near) };
}

/** The distinct states and marine areas of codes. */
export function statesOf(codes: string[]): string[] {
  return [...new Set(codes.map((code) => code.slice(0, 2)))];
}
