import type { NumberedArea } from '@severe/db';
import type { AlertMessage } from './message.ts';
import { productOf } from './references.ts';

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

/** Actions that remove zones from an event, or add some; messages that add refer to none. */
const removing: ReadonlySet<string> = new Set(['CAN', 'EXP', 'UPG']);
const adding: ReadonlySet<string> = new Set(['EXA', 'EXB']);

/** Whether a message adds zones to an event. */
export function addsZones({ action }: AlertMessage): boolean {
  return adding.has(action);
}

/** Whether messages of one group may be of two events: they continue events, and refer to no message in common. */
export function isDoubtful(messages: AlertMessage[]): boolean {
  const [first, ...others] = messages;
  if (others.length === 0 || messages.some(({ numberKey, issuedAt }) => numberKey === null || issuedAt)) return false;
  return !first.references.some((identifier) => others.every(({ references }) => references.includes(identifier)));
}

/**
 * Divides a doubtful group by the alerts to which its messages refer, or else whose zones they name: one product can continue
 * floods of two years with the same number. If no alert is known, the years tell the events apart, where messages refer to
 * earlier ones.
 *
 * @param alerts those with the number of the group
 */
export function splitByAlerts(messages: AlertMessage[], alerts: NumberedArea[]): AlertMessage[][] {
  const groups = new Map<NumberedArea | string, AlertMessage[]>();
  const add = (key: NumberedArea | string, message: AlertMessage): void =>
    void groups.set(key, [...(groups.get(key) ?? []), message]);
  const others: AlertMessage[] = [];
  for (const message of messages) {
    const alert = alertOf(message, alerts);
    if (alert) add(alert, message);
    else others.push(message);
  }
  const known = [...groups];
  const [oldest = messages[0]] = others.filter(({ references }) => references.length > 0);
  for (const message of others.toSorted((a, b) => Number(addsZones(a)) - Number(addsZones(b)))) {
    // Zones are added to the event that ends with them, best by the same product, which need not be known.
    const likely = addsZones(message) ? [...groups] : known;
    const ending = likely.filter(([, group]) => group.some((other) => haveSameEnd(message, other)));
    const [alert] =
      ending.find(([, group]) => group.some((other) => other.product === message.product)) ??
      ending[0] ??
      known.find(([key, group]) => group.some((other) => isPartOf(message, other, key as NumberedArea))) ??
      [];
    const isSure = known.length > 0 || message.references.length > 0;
    add(alert ?? (isSure ? message.eventKey : oldest.eventKey), message);
  }
  return [...groups.values()];
}

/** The alert to which a message refers, or else whose zones it names. A message that adds zones names none of its own event. */
function alertOf(message: AlertMessage, alerts: NumberedArea[]): NumberedArea | undefined {
  const { identifier, references, zones, sent } = message;
  const named = mostOf(alerts, ({ said }) => countCommon([identifier, ...references], said));
  if (named || addsZones(message)) return named;
  const mayContinue = ({ continuableUntil, isListed }: NumberedArea): boolean =>
    continuableUntil > sent.getTime() && !(isListed && references.length > 0);
  return mostOf(alerts, (alert) => (mayContinue(alert) ? countCommon(zones, alert.zones) : 0));
}

/**
 * Whether a message with none of an alert's zones is of the same event as one that has some: it adds zones or removes them, or is older
 * than what is known, where neither has an end.
 */
function isPartOf(message: AlertMessage, other: AlertMessage, alert: NumberedArea): boolean {
  if (addsZones(message)) return true;
  const areOpen = message.ends === null && other.ends === null && message.references.length === 0;
  return areOpen && (removing.has(message.action) || message.sent <= alert.sent);
}

/** The alert with the highest count; undefined if all are 0. */
function mostOf(alerts: NumberedArea[], countOf: (alert: NumberedArea) => number): NumberedArea | undefined {
  const counted = alerts.map((alert) => ({ alert, count: countOf(alert) }));
  const most = Math.max(1, ...counted.map(({ count }) => count));
  return counted.find(({ count }) => count === most)?.alert;
}

function countCommon(some: string[], others: string[]): number {
  return some.filter((each) => others.includes(each)).length;
}

/** Whether two messages end at the same time; an open end is none. */
function haveSameEnd(a: AlertMessage, b: AlertMessage): boolean {
  return a.ends !== null && a.ends.getTime() === b.ends?.getTime();
}
