import { parseTime } from '@severe/base';

/** Fastest replay: a day per minute. What a machine cannot do in time delays the clock. */
export const maxSpeed = 1440;

/** A period; an end that is not given is that of the recording. */
export interface Period {
  from?: Date;
  to?: Date;
}

/** Parses `FROM..TO`; undefined unless each part is a time or absent, and FROM is earlier. */
export function parsePeriod(text: string): Period | undefined {
  const parts = text.split('..');
  if (parts.length !== 2) return undefined;
  const [from, to] = parts.map((part) => (part === '' ? undefined : parseTime(part)));
  if ((parts[0] !== '' && !from) || (parts[1] !== '' && !to)) return undefined;
  if (from && to && from >= to) return undefined;
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}
