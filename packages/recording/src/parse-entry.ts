import { parseTime } from '@severe/base';
import type { Entry } from './format.ts';

type Fields = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): boolean => isText(value) && parseTime(value) !== undefined;
const isTexts = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText);
const isOptional = (check: (value: unknown) => boolean) => (value: unknown) => value === undefined || check(value);
const isBody = (value: unknown): boolean => {
  const { hash, bytes, gzip } = (value ?? {}) as Fields;
  return isText(hash) && /^[0-9a-f]{64}$/.test(hash) && Number.isSafeInteger(bytes) && (bytes as number) >= 0
    ? gzip === undefined || gzip === true
    : false;
};
const isStatus = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;

/** What each kind of entry has. A recording may come from somebody else, so nothing is taken for granted. */
const checks: Record<Entry['kind'], Record<string, (value: unknown) => boolean>> = {
  session: {
    version: Number.isInteger,
    at: isTime,
    simulated: (value) => typeof value === 'boolean',
    settings: isTexts,
  },
  answer: {
    feed: isText,
    at: isTime,
    method: (value) => value === 'GET' || value === 'POST',
    url: (value) => isText(value) && /^https?:\/\//.test(value) && URL.canParse(value),
    range: isOptional(isText),
    post: isOptional(isText),
    status: isOptional(isStatus),
    headers: isTexts,
    body: isOptional(isBody),
    problem: isOptional(isText),
  },
  run: { feed: isText, from: isTime, to: isTime },
  end: { at: isTime },
};

/** Parses a line of the index. @returns the entry, or what is wrong with the line */
export function parseEntry(line: string): Entry | string {
  let fields: Fields;
  try {
    fields = (JSON.parse(line) ?? {}) as Fields;
  } catch {
    return `expected one JSON object, got ${line.length} other characters`;
  }
  const { kind } = fields;
  if (!isText(kind) || !Object.hasOwn(checks, kind)) return `expected a kind of ${Object.keys(checks).join(', ')}`;
  const wrong = Object.entries(checks[kind as Entry['kind']]).find(([name, check]) => !check(fields[name]));
  return wrong ? `the ${wrong[0]} of an entry of kind ${kind} is missing or invalid` : (fields as unknown as Entry);
}
