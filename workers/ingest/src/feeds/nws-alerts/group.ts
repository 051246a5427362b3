import type { AlertMessage } from './message.ts';
import { productOf } from './references.ts';
import { addsZones, haveSameEnd } from './split.ts';

/**
 * Groups the messages of one time by event. The number of an event counts anew each year, and a flood lasts into the next
 * one: messages with one number are of one event only if what they say links them.
 */
export function groupByEvent(messages: AlertMessage[]): AlertMessage[][] {
  const groups: AlertMessage[][] = [];
  const byNumber = new Map<string, AlertMessage[][]>();
  // Messages that add zones refer to none, so that they come last, to the others of their product.
  const later = (message: AlertMessage): number => (addsZones(message) ? Infinity : message.sent.getTime());
  for (const message of messages.toSorted((a, b) => compare(later(a), later(b)))) {
    const { numberKey, eventKey } = message;
    const alike = byNumber.get(numberKey ?? eventKey) ?? [];
    const group = nearestOf(message, alike);
    if (group) group.push(message);
    else {
      groups.push([message]);
      byNumber.set(numberKey ?? eventKey, [...alike, groups.at(-1)!]);
    }
  }
  return groups;
}

function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}

/** The group of the event of a message: of several, the one that ends with it, or else has the same product. */
function nearestOf(message: AlertMessage, groups: AlertMessage[][]): AlertMessage[] | undefined {
  if (message.numberKey === null) return groups[0];
  const linked = groups.filter(
    (group) => group.every((other) => mayShareEvent(message, other)) && group.some((other) => isLinked(message, other)),
  );
  const isNear = (other: AlertMessage): boolean => other.product === message.product && !other.issuedAt;
  return (
    linked.find((group) => group.some((other) => isNear(other) && haveSameEnd(message, other))) ??
    linked.find((group) => group.some(isNear)) ??
    linked[0]
  );
}

/** False if two messages with one number cannot be of one event. The first one of an event is older than those that continue it. */
function mayShareEvent(a: AlertMessage, b: AlertMessage): boolean {
  const [first, other] = a.issuedAt ? [a, b] : [b, a];
  if (!first.issuedAt) return !haveOtherPasts(a, b);
  if (other.issuedAt) return first.issuedAt.getUTCFullYear() === other.issuedAt.getUTCFullYear();
  if (other.product === first.product) return false;
  return other.sent > first.sent || (other.action === 'COR' && other.sent >= first.sent);
}

/** Whether two messages that may share an event do. Nothing tells apart two that continue one without a common product. */
function isLinked(a: AlertMessage, b: AlertMessage): boolean {
  if (!a.issuedAt && !b.issuedAt) return true;
  if (a.issuedAt && b.issuedAt) return a.product === b.product || haveCommonZone(a, b);
  const [first, later] = a.issuedAt ? [a, b] : [b, a];
  if (later.references.length > 0) return later.references.includes(first.identifier);
  return addsZones(later) || haveCommonZone(a, b) || haveSameEnd(a, b);
}

/**
 * Whether both refer to earlier products, and to none in common: the messages of an event share its first product. A product
 * is about many events, so that one of them is named only by its own message.
 */
function haveOtherPasts(a: AlertMessage, b: AlertMessage): boolean {
  const [past, other] = [pastOf(a), pastOf(b)];
  if (past.length === 0 || other.length === 0 || a.product === b.product) return false;
  if (a.references.includes(b.identifier) || b.references.includes(a.identifier)) return false;
  return !past.some((product) => other.includes(product));
}

function pastOf({ references }: AlertMessage): string[] {
  return references.map(productOf);
}

function haveCommonZone(a: AlertMessage, b: AlertMessage): boolean {
  return a.zones.some((zone) => b.zones.includes(zone));
}
