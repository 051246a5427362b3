import { DataError, messageOf } from '@severe/base';

/** The body of a response, or its text. */
export type Payload = string | Uint8Array;

/**
 * Decodes a body: UTF-8, or UTF-16 with a byte order mark. The mark is removed.
 *
 * @throws {DataError} `empty` for a blank body, `html` for a web page
 */
export function readText(payload: Payload): string {
  const text = decode(payload).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new DataError('empty', 'expected data, got an empty body');
  if (/^\s*<(?:!doctype html|html)\b/i.test(text)) {
    const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1].trim().slice(0, 100);
    throw new DataError('html', `expected data, got a web page${title ? ` titled ${JSON.stringify(title)}` : ''}`);
  }
  return text;
}

/**
 * The body of a response that must exist.
 *
 * @param body undefined for a 404
 * @throws {DataError} `gone` for a 404
 */
export function expectBody<T>(body: T | undefined, what: string): T {
  if (body === undefined) throw new DataError('gone', `expected ${what}, got 404`);
  return body;
}

/** The text of a body: UTF-8, or UTF-16 with a byte order mark. The mark is removed. */
export function decode(bytes: Payload): string {
  if (typeof bytes === 'string') return bytes;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/**
 * Parses a body as JSON.
 *
 * @throws {DataError} as `readText`; `json` for invalid JSON, or JSON of more than a thousand levels; `upstream-error` for an error with status 200: `{"error":
 *   {…}}` of ArcGIS and problem documents of api.weather.gov
 */
export function readJson(payload: Payload): unknown {
  const text = readText(payload);
  assertShallow(text);
  let value: unknown;
  try {
    value = JSON.parse(withoutNaN(text));
  } catch (cause) {
    throw new DataError('json', `expected JSON, got ${JSON.stringify(text.slice(0, 60))}: ${messageOf(cause)}`, {
      cause,
    });
  }
  const { error, type, title, detail } = isRecord(value) ? value : {};
  if (isRecord(error)) {
    throw new DataError('upstream-error', `expected data, got an error: ${excerpt(error, 200)}`);
  }
  if (typeof type === 'string' && type.includes('/problems/')) {
    throw new DataError('upstream-error', `expected data, got a problem: ${describe(title)}: ${describe(detail)}`);
  }
  return value;
}

/** Python writes `NaN` and `Infinity`, which JSON does not have. They are read as null. */
function withoutNaN(text: string): string {
  if (!/\b(NaN|Infinity)\b/.test(text)) return text;
  return text.replaceAll(/"(?:[^"\\]|\\[^])*(?:"|$)|-?\b(?:NaN|Infinity)\b/g, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}

export type JsonObject = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object. @throws {DataError} `shape` */
export function recordOf(value: unknown, what: string): JsonObject {
  if (isRecord(value)) return value;
  throw new DataError('shape', `expected ${what} as an object, got ${excerpt(value)}`);
}

/** The value as a list. @throws {DataError} `shape` */
export function arrayOf(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new DataError('shape', `expected ${what} as a list, got ${excerpt(value)}`);
}

/** The first characters of a value as JSON. The work is bounded by `length`, not by the size of the value. */
export function excerpt(value: unknown, length = 80): string {
  let text = '';
  const append = (part: unknown): void => {
    if (text.length >= length) return;
    if (typeof part === 'string') text += JSON.stringify(part.slice(0, length));
    else if (typeof part !== 'object' || part === null) text += JSON.stringify(part) ?? 'null';
    else if (Array.isArray(part)) {
      text += '[';
      for (let i = 0; i < part.length && text.length < length; i++) {
        if (i > 0) text += ',';
        append(part[i]);
      }
      text += ']';
    } else appendObject(part as JsonObject);
  };
  const appendObject = (part: JsonObject): void => {
    text += '{';
    let separator = '';
    for (const key in part) {
      if (text.length >= length) break;
      if (part[key] === undefined) continue;
      text += separator;
      append(key);
      text += ':';
      append(part[key]);
      separator = ',';
    }
    text += '}';
  };
  if (value === undefined) return 'nothing';
  append(value);
  return text.slice(0, length);
}

function describe(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : excerpt(value, 200);
}

/** Documents of providers have a dozen levels. */
const maxLevels = 1000;

/** A shorter text is not counted: however deep, it takes little memory. */
const shortLength = 1 << 16;

const [quote, backslash, opening, closing] = ['"', '\\', '{', '}'].map((sign) => sign.charCodeAt(0));

/** With this bit, `[` and `]` are `{` and `}`. */
const braceBit = 0x20;

/**
 * Refuses a text before V8 parses it: 6 MB of brackets take 700 MB.
 *
 * @throws {DataError} `json` for more than a thousand levels
 */
function assertShallow(text: string): void {
  if (text.length < shortLength) return;
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if ((code | braceBit) === closing) level--;
    else if ((code | braceBit) === opening && ++level > maxLevels)
      throw new DataError('json', `expected JSON of at most ${maxLevels} levels, got more`);
  }
}

/** Where the string ends that begins at `from`; the end of the text if it does not. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
