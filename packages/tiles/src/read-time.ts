import { parseStamp, quoted, RequestError } from '@severe/base';

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?$/;
/** The furthest hour of any run that `valid` can name. */
const lastHour = 48;

/** The moment that a frame's `ts` names. @throws {RequestError} 400 */
export function readStamp(text: string): Date {
  return parseStamp(text) ?? refuse('ts', 'YYYYMMDDHHMM in UTC', text);
}

/** The start of a model run. @throws {RequestError} 400 */
export function readRun(text: string): Date {
  return readMoment(text) ?? refuse('ts', 'YYYYMMDDHHMM or RFC 3339, in UTC where no offset is given', text);
}

/** A moment, or an hour of the run. @throws {RequestError} 400 */
export function readValid(text: string): Date | number {
  if (/^\d{1,2}$/.test(text) && Number(text) <= lastHour) return Number(text);
  const needed = `YYYYMMDDHHMM, RFC 3339, or a forecast hour from 0 to ${lastHour}`;
  return readMoment(text) ?? refuse('valid', needed, text);
}

function readMoment(text: string): Date | undefined {
  const stamp = parseStamp(text);
  if (stamp || !rfc3339.test(text)) return stamp;
  const zoned = /([Zz]|[+-]\d\d:?\d\d)$/.test(text.slice(10)) ? text : `${text}Z`;
  const at = new Date(zoned.replace(' ', 'T'));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function refuse(name: string, needed: string, text: string): never {
  throw new RequestError(400, `Invalid ${name}: expected ${needed}, got ${quoted(text)}`);
}
