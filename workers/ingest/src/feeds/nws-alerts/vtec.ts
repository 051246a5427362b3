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

/** The key of an event, and the key without its year for an event that may have begun in an earlier year. */
export function eventKeyOf(vtec: Vtec, sent: Date): { eventKey: string; olderKey: string | null } {
  const { office, phenomenon, significance, number, begins, action } = vtec;
  const key = [office, phenomenon, significance, number].join('.');
  const year = (begins ?? sent).getUTCFullYear();
  return { eventKey: `${key}.${year}`, olderKey: action === 'NEW' ? null : key };
}
