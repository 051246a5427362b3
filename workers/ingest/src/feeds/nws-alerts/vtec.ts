import { officeOf } from '@severe/catalogue';
import { exactUtc } from '../../parse/fields.ts';

/** A parsed P-VTEC string (NWS Instruction 10-1703). */
export interface Vtec {
  /** `NEW`, `CON`, `EXT`, `EXA`, `EXB`, `UPG`, `CAN`, `EXP`, `COR` or `ROU`. */
  action: string;
  /** Three letters. */
  office: string;
  phenomenon: string;
  significance: string;
  /** Event tracking number: counts events of a year by office, phenomenon and significance. */
  number: string;
  /** Null if the event began before the message. */
  begins: Date | null;
  /** Null if the end is open. */
  ends: Date | null;
}

const form = /^\/?([OTEX])\.([A-Z]{3})\.([A-Z]{4})\.([A-Z]{2})\.([A-Z])\.(\d{4})\.(\d{6}T\d{4}Z)-(\d{6}T\d{4}Z)\/?$/;

/** Parses `/O.CON.KPUB.FF.W.0010.000000T0000Z-260715T2115Z/`; undefined for any other text and for tests. */
export function parseVtec(text: string): Vtec | undefined {
  const [, kind, action, office, phenomenon, significance, number, begins, ends] = form.exec(text.trim()) ?? [];
  if (kind === undefined || kind === 'T') return undefined;
  return {
    action,
    office: officeOf(office),
    phenomenon,
    significance,
    number,
    begins: parseVtecTime(begins),
    ends: parseVtecTime(ends),
  };
}

/** The start of 1970, which a computer writes when it has no time. */
const noTime = '700101T0000Z';

/** Parses `260715T2115Z`; null for no time and for zeros. VTEC began in 2005, so the year is in this century. */
function parseVtecTime(text: string): Date | null {
  if (text === noTime) return null;
  const [year, month, day, hour, minute] = text.match(/\d\d/g)!.map(Number);
  return exactUtc([2000 + year, month, day, hour, minute]);
}

/** What identifies an event, as far as one message tells. */
export interface EventIdentity {
  /** The key that a row of the event gets: `OUN.TO.W.0034.2026`, or the identifier of a message without VTEC. */
  eventKey: string;
  /** The key without its year, which counts anew each year; null without VTEC. */
  numberKey: string | null;
  /** When the event was issued; null if the message continues it, and then the year of its key is the likeliest one. */
  issuedAt: Date | null;
}

/**
 * The identity of an event. Its number counts by the year of issue, which only the first message is sure of. A later one
 * was issued at the latest when the event began, or when the first of the messages was sent that it refers to.
 *
 * @param referred when the messages were sent to which it refers
 */
export function identityOf(vtec: Vtec, sent: Date, referred: Date[] = []): EventIdentity {
  const { office, phenomenon, significance, number, begins, action } = vtec;
  const numberKey = [office, phenomenon, significance, number].join('.');
  const isFirst = action === 'NEW';
  const known = isFirst ? [sent] : [sent, ...referred, ...(begins ? [begins] : [])];
  const issuedBy = new Date(Math.min(...known.map((time) => time.getTime())));
  return { eventKey: `${numberKey}.${issuedBy.getUTCFullYear()}`, numberKey, issuedAt: isFirst ? sent : null };
}
