import type { AlertEvent, AlertStatus } from './alert.ts';

/** What decides whether an event continues a stored alert, and whether it changes it. */
export interface ExistingAlert {
  id: number;
  eventKey: string;
  numberKey: string | null;
  issuedAt: Date | null;
  /** When the first message was sent that is known of it. */
  firstSent: Date;
  digest: string;
  status: AlertStatus;
  sent: Date;
  expires: Date;
  ends: Date | null;
  /** Since when it has this state. */
  knownAt: Date;
  /** Its current messages, and all messages that it ever had or that those replaced. */
  messages: string[];
  said: ReadonlySet<string>;
  zones: string[];
  /** Whether it has a zone or a polygon at all, and the events with some of its area, by their place in the list. */
  hasArea: boolean;
  near: number[];
  /** The events with some of the zones that it had at an earlier time. */
  wasNear: number[];
}

/** A row that a complete list lacked is continued for so long, if its number may have been given again since. */
const unlistedMs = 30 * 24 * 3_600_000;
/** A message that ends an event comes up to an hour after its end. */
const afterEndMs = 3_600_000;
/** An extension that was not heard moves the end of an event by at most so much. */
const unheardMs = 24 * 3_600_000;

/** Whether a message has ended the row before a moment. */
function wasEnded({ status, sent }: ExistingAlert, at: Date): boolean {
  return (status === 'cancelled' || status === 'upgraded') && sent < at;
}

/** Whether the row was over at a moment: ended by a message, missing in the list, or past its last time. */
function wasOver(row: ExistingAlert, at: Date): boolean {
  if (row.status === 'ended') return row.knownAt <= at;
  return wasEnded(row, at) || lastTimeOf(row) <= at;
}

function lastTimeOf({ expires, ends }: Pick<ExistingAlert, 'expires' | 'ends'>): Date {
  return ends && ends > expires ? ends : expires;
}

/** Until when a message may continue the row, Unix ms; without end if its end is open, never if a message has ended it. */
export function continuableUntil(row: Pick<ExistingAlert, 'status' | 'expires' | 'ends'>): number {
  if (row.status === 'cancelled' || row.status === 'upgraded') return -Infinity;
  return row.ends === null ? Infinity : lastTimeOf(row).getTime() + unheardMs;
}

/** Whether by its own messages the row is in force at a moment: an open end has not come, however old its last message. */
function isOpen(row: ExistingAlert, at: Date): boolean {
  if (wasEnded(row, at)) return false;
  if (row.status === 'ended' && at.getTime() - row.knownAt.getTime() > unlistedMs) return false;
  return row.ends === null || lastTimeOf(row) > at;
}

/** Whether an event is issued by its messages, so that it may be a row only if that is the same issue. */
export function isIssued(event: AlertEvent): event is AlertEvent & { issuedAt: Date } {
  return event.issuedAt !== null;
}

/** Whether the row may be the event that is issued here: the issue comes again, or later than what follows it. */
export function isIssueOf(event: AlertEvent & { issuedAt: Date }, at: number, row: ExistingAlert): boolean {
  const { issuedAt, numberKey, ends } = event;
  if (row.numberKey !== numberKey || !hasCommonArea(row, at)) return false;
  if (row.issuedAt) return isSameYear(row.issuedAt, issuedAt) && !wasOver(row, issuedAt);
  if (row.firstSent < issuedAt) return false;
  return isSameYear(row.firstSent, issuedAt) || ends === null || ends.getTime() + unheardMs > row.firstSent.getTime();
}

/** The greatest value of `fitOf`. */
export const bestFit = 16;

/**
 * How well an event without its first message fits a row with its number: 0 if it cannot continue it. In its year of issue
 * a number belongs to one event; of an event of another year, or of an unknown one, the row must be in force, or over for so short a
 * time that an extension may not have been heard. Of two rows in force that fit equally, that one is left behind of which nothing is
 * heard any more: its end is open, but the office would have extended it before its message expired.
 */
export function fitOf(event: AlertEvent, at: number, row: ExistingAlert): number {
  const { sent, numberKey, status, action, addsOnly = false } = event;
  if (row.numberKey !== numberKey || refersToOthers(event, row)) return 0;
  if (row.issuedAt && (action === 'COR' ? sent < row.issuedAt : sent <= row.issuedAt)) return 0;
  const isEnd = status !== 'active';
  const open = isOpen(row, isEnd ? new Date(sent.getTime() - afterEndMs) : sent);
  const isOlder = sent <= row.sent;
  const common = hasCommonArea(row, at) || (isOlder && row.wasNear.includes(at));
  const isOfYear = row.issuedAt !== null && isSameYear(row.issuedAt, sent);
  // What is older changes nothing, and the area may have changed since.
  if (isOlder && !common && (isOfYear || row.issuedAt === null)) return 1;
  if (!common && !(addsOnly && open)) return 0;
  if (wasEnded(row, sent) && !isEnd) return 0;
  const mayBeExtended = sent.getTime() - lastTimeOf(row).getTime() <= unheardMs;
  if (!open && !isOfYear && !mayBeExtended) return 0;
  const haveSameEnd = event.ends?.getTime() === row.ends?.getTime();
  return 1 + (open ? 8 : 0) + (common ? 4 : 0) + (haveSameEnd ? 2 : 0) + (open && mayBeExtended ? 1 : 0);
}

/** To how many messages of the row an event refers. None, if a message has ended the row since. */
export function countReferences(event: AlertEvent, row: ExistingAlert): number {
  if (row.numberKey !== event.numberKey || (wasEnded(row, event.sent) && event.status === 'active')) return 0;
  return event.references.filter((identifier) => row.said.has(identifier)).length;
}

/**
 * Whether an event names the messages that it continues, and none of the row. Identifiers of texts, which have blanks, are never
 * named.
 */
function refersToOthers({ references }: AlertEvent, { said }: ExistingAlert): boolean {
  if (references.length === 0 || references.some((identifier) => said.has(identifier))) return false;
  return [...said].some((identifier) => !identifier.includes(' '));
}

/** Whether a row has the key of an event and some of its area, though the event does not continue it: one of them is wrong. */
export function contradicts(event: AlertEvent, at: number, row: ExistingAlert): boolean {
  return row.eventKey === event.eventKey && row.issuedAt !== null && hasCommonArea(row, at);
}

/** Whether an event has messages of the row, or, without VTEC, its key. */
export function repeats(event: AlertEvent, row: ExistingAlert): boolean {
  if (row.numberKey !== event.numberKey) return false;
  if (event.numberKey === null && row.eventKey === event.eventKey) return true;
  return event.messages.some((identifier) => row.said.has(identifier));
}

/** Without an area nothing speaks against a row. */
function hasCommonArea({ hasArea, near }: ExistingAlert, at: number): boolean {
  return !hasArea || near.includes(at);
}

function isSameYear(a: Date, b: Date): boolean {
  return a.getUTCFullYear() === b.getUTCFullYear();
}
