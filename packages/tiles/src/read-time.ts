import { hourMs, minuteMs } from '@severe/async';
import { parseStamp, parseTime, quoted, RequestError } from '@severe/base';
import { nowcast, type Model } from '@severe/catalogue';

/** Reads `ts` of an observed frame. @throws {RequestError} 400 */
export function readStamp(text: string): Date {
  return parseStamp(text) ?? refuse('ts', 'YYYYMMDDHHMM in UTC', text);
}

/** Reads `frames`, the times of a bundle; repeated ones count once. @param most of them @throws {RequestError} 400 */
export function readStamps(text: string, most: number): Date[] {
  const needed = `1 to ${most} times YYYYMMDDHHMM with commas between them`;
  const texts = [...new Set(text.split(','))];
  if (texts.length > most) return refuse('frames', needed, text);
  return texts.map((each) => parseStamp(each) ?? refuse('frames', needed, text));
}

/** Reads `ts`, the start of a model run. @throws {RequestError} 400 */
export function readRun(text: string): Date {
  return readMoment(text) ?? refuse('ts', 'YYYYMMDDHHMM or RFC 3339, in UTC where no offset is given', text);
}

/**
 * Reads `valid`: a time, or a forecast hour up to the last one of the model.
 *
 * @returns the time, or milliseconds since the start of the run
 * @throws {RequestError} 400
 */
export function readValid(text: string, { maxHours }: Pick<Model, 'maxHours'>): Date | number {
  if (/^\d{1,2}$/.test(text) && Number(text) <= maxHours) return Number(text) * hourMs;
  const needed = `YYYYMMDDHHMM, RFC 3339, or a forecast hour from 0 to ${maxHours}`;
  return readMoment(text) ?? refuse('valid', needed, text);
}

/** The same for the nowcast: a time, or a lead time in minutes. @throws {RequestError} 400 */
export function readLead(text: string): Date | number {
  const { leads } = nowcast;
  if (leads.some((lead) => text === String(lead))) return Number(text) * minuteMs;
  const needed = `YYYYMMDDHHMM, RFC 3339, or one of the minutes ${leads.join(', ')}`;
  return readMoment(text) ?? refuse('valid', needed, text);
}

/** A date without a time is refused, because it names no hour. */
function readMoment(text: string): Date | undefined {
  return parseStamp(text) ?? (text.length > 'YYYY-MM-DD'.length ? parseTime(text) : undefined);
}

function refuse(name: string, needed: string, text: string): never {
  throw new RequestError(400, `Invalid ${name}: expected ${needed}, got ${quoted(text)}`);
}
