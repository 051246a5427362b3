import { resolveDayTime } from './times.ts';

export interface UgcLine {
  /** `OKC027`, `TXZ096` …, in the order of the bulletin; `000` stands for the whole state. */
  codes: string[];
  /** Time at which the segment expires. */
  purgeAt: Date;
}

/** Maximum number of lines to search. The codes are at the begin of a segment. */
const maxLines = 200;

/**
 * Parses the county (C) and zone (Z) codes of a segment, `OKC027-031>033-TXZ096-020400-`, which may span several lines;
 * undefined if there are none.
 *
 * @throws {DataError} `time` for an invalid purge time
 */
export function readUgc(text: string, near: Date): UgcLine | undefined {
  const lines = text.split('\n', maxLines).map((line) => line.trim());
  const first = lines.findIndex((line) => /^[A-Z]{2}[CZ](?:ALL|\d{3})[->]/.test(line));
  const last = lines.findIndex((line, i) => i >= first && /-\d{6}-$/.test(line));
  if (first < 0 || last < 0) return undefined;
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
