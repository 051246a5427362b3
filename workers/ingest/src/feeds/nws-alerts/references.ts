import { parseTime } from '@severe/base';
import { textsOf } from '../../parse/fields.ts';
import { isRecord } from '../../parse/payload.ts';

/** A message to which another one refers. */
interface Reference {
  identifier: string;
  /** When it was sent; undefined if that is not told. */
  sent: Date | undefined;
}

/** References of one message that are read. A message a day for a year has fewer. */
const maxReferences = 500;

/**
 * The messages that a message continues.
 *
 * @param references those that are still in force, as api.weather.gov lists them
 * @param expired    parameter `expiredReferences`: texts of `sender,identifier,time`, separated by blanks
 */
export function readReferences(references: unknown, expired: unknown): Reference[] {
  const listed = (Array.isArray(references) ? references.filter(isRecord) : []).flatMap(({ identifier, sent }) =>
    textsOf([identifier]).map((each) => ({ identifier: each, sent: timeIn(sent) })),
  );
  const lapsed = textsOf(expired).flatMap((text) =>
    text
      .split(/\s+/, maxReferences)
      .map((entry) => entry.split(','))
      .filter((entry) => entry.length === 3)
      .map(([, identifier, sent]) => ({ identifier, sent: timeIn(sent) })),
  );
  return [...listed, ...lapsed].slice(0, maxReferences);
}

/** The product of a message of api.weather.gov: its identifier without the numbers of segment and event at the end. */
export function productOf(identifier: string): string {
  return identifier.replace(/\.\d+\.\d+$/, '');
}

function timeIn(text: unknown): Date | undefined {
  return typeof text === 'string' ? parseTime(text) : undefined;
}
