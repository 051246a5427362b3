import { officeOf } from '@severe/catalogue';

/** A P-VTEC string taken apart (NWS Directive 10-1703). */
export interface Vtec {
  /** `NEW`, `CON`, `EXT`, `EXA`, `EXB`, `UPG`, `CAN`, `EXP`, `COR` or `ROU`. */
  action: string;
  /** Three letters. */
  office: string;
  phenomenon: string;
  significance: string;
  /** The event's number within the year, for this office, phenomenon and significance. */
  number: string;
  /** Null where it lies before the message, or is open. */
  begins: Date | null;
  ends: Date | null;
}

const form = /^\/?([OTEX])\.([A-Z]{3})\.([A-Z]{4})\.([A-Z]{2})\.([A-Z])\.(\d{4})\.(\d{6}T\d{4}Z)-(\d{6}T\d{4}Z)\/?$/;

/** Reads `/O.CON.KPUB.FF.W.0010.000000T0000Z-260715T2115Z/`; undefined for anything else, and for tests. */
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

/** `260715T2115Z`; null for zeros. Event numbers began in 2005, so two digits of a year are enough. */
function parseVtecTime(text: string): Date | null {
  const [year, month, day, hour, minute] = text.match(/\d\d/g)!;
  if (month === '00') return null;
  const at = new Date(`20${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The key of an event, and that of its number in whatever year. */
export function eventKeyOf(vtec: Vtec, sent: Date): { eventKey: string; olderKey: string | null } {
  const { office, phenomenon, significance, number, begins, action } = vtec;
  const key = [office, phenomenon, significance, number].join('.');
  const year = (begins ?? sent).getUTCFullYear();
  return { eventKey: `${key}.${year}`, olderKey: action === 'NEW' ? null : key };
}
