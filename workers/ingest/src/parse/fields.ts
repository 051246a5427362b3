import { DataError, parseStamp, parseTime } from '@severe/base';
import { foldLongitude, GeometryError, readPosition, type Point, type Position } from '@severe/geo';
import { isRecord, excerpt } from './payload.ts';

/** Texts that providers write for missing values. */
const nothing = new Set(['', 'null', 'none', 'n/a', 'nan', 'unk', 'unknown', 'm']);

/**
 * Looks up a word of the provider in a table. Undefined if there is none; inherited names such as `constructor` are not
 * found.
 */
export function lookUp<T>(table: Readonly<Record<string, T>>, word: string | null | undefined): T | undefined {
  return word !== null && word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The trimmed text without NUL, which no database stores; null for missing values. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : null;
  const text = value.replaceAll('\0', '').trim();
  return nothing.has(text.toLowerCase()) ? null : text;
}

/**
 * The text exactly as sent; null if it is absent or empty.
 *
 * @throws {DataError} `field` for a value that is not text
 */
export function exactText(value: unknown, what: string): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') throw new DataError('field', `expected ${what} as text, got ${excerpt(value)}`);
  return value;
}

/** The texts of a list; empty for anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** A finite number, or a text with one; null for anything else and for the given codes of missing values. */
export function numberOf(value: unknown, none: number[] = []): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && !none.includes(number) ? number : null;
}

/** As `numberOf`, but required. @throws {DataError} `field` */
export function neededNumber(value: unknown, what: string): number {
  const number = numberOf(value);
  if (number === null) throw new DataError('field', `expected ${what} as a number, got ${excerpt(value)}`);
  return number;
}

/** As `textOf`, but required. @throws {DataError} `field` */
export function neededText(value: unknown, what: string): string {
  const text = textOf(value);
  if (text === null) throw new DataError('field', `expected ${what} as text, got ${excerpt(value)}`);
  return text;
}

/**
 * A time: RFC 3339 (UTC if there is no offset), `YYYY-MM-DD HH:MM:SS` (UTC), `YYYYMMDDHHMM` (UTC), or milliseconds
 * since 1970; null if absent.
 *
 * @throws {DataError} `time` for anything else, and outside the years 1900 to 2200
 */
export function timeOf(value: unknown, what: string): Date | null {
  if (value === null || value === undefined || value === '') return null;
  const moment =
    typeof value === 'number' ? new Date(value) : typeof value === 'string' ? fromText(value.trim()) : undefined;
  const year = moment?.getUTCFullYear() ?? Number.NaN;
  if (moment && year >= 1900 && year <= 2200) return moment;
  throw new DataError('time', `expected ${what} as a time, got ${excerpt(value)}`);
}

/** As `timeOf`, but required. @throws {DataError} `time` */
export function neededTime(value: unknown, what: string): Date {
  const time = timeOf(value, what);
  if (!time) throw new DataError('time', `expected ${what} as a time, got ${excerpt(value)}`);
  return time;
}

function fromText(text: string): Date | undefined {
  return /^\d{12}$/.test(text) ? parseStamp(text) : parseTime(text);
}

/** A UTC time from its parts; null if the calendar has no such day or time. */
export function exactUtc([year, month, day, hour = 0, minute = 0, second = 0]: number[]): Date | null {
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isDay = time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60 ? time : null;
}

/** The position of a Point geometry. @throws {DataError} `place` for any other geometry or an invalid position */
export function pointOf(geometry: unknown): Point {
  const { type, coordinates } = isRecord(geometry) ? geometry : {};
  if (type !== 'Point') throw new DataError('place', `expected a Point, got ${excerpt(geometry ?? null)}`);
  return placeOf(coordinates);
}

/** A longitude, folded into -180 to 180, and latitude in degrees. @throws {DataError} `place` for an invalid position */
export function placeOf(position: unknown): Point {
  try {
    const [lon, lat]: Position = readPosition(position);
    return { lon: foldLongitude(lon), lat };
  } catch (cause) {
    if (!(cause instanceof GeometryError)) throw cause;
    throw new DataError('place', cause.message, { cause });
  }
}
