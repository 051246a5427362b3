import { dayTime } from './times.ts';

export interface UgcLine {
  /** `OKC027`, `TXZ096` …, in the order of the bulletin; a `000` means the whole state. */
  codes: string[];
  /** When the segment is to be dropped. */
  purgeAt: Date;
}

/** Codes stand at the head of a segment and take a few lines. */
const mostLines = 200;

/**
 * Reads the codes of counties (C) and zones (Z) at the head of a segment, `OKC027-031>033-TXZ096-020400-`, over as many
 * lines as they take; undefined where the text has none.
 *
 * @throws {DataError} `time` when the purge time is none
 */
export function readUgc(text: string, near: Date): UgcLine | undefined {
  const lines = text.split('\n', mostLines).map((line) => line.trim());
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
  return { codes, purgeAt: dayTime(items[items.length - 1], near) };
}

/** The states and marine areas that codes lie in, each once. */
export function statesOf(codes: string[]): string[] {
  return [...new Set(codes.map((code) => code.slice(0, 2)))];
}
