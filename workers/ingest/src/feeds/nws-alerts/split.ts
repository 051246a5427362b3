import type { NumberedArea } from '@severe/db';
import type { AlertMessage } from './message.ts';

/** Whether messages of one group may be of two events: they continue events, and refer to no message that tells which. */
export function isDoubtful(messages: AlertMessage[]): boolean {
  return (
    messages.length > 1 &&
    messages.every(({ numberKey, issuedAt, references }) => numberKey !== null && !issuedAt && references.length === 0)
  );
}

/**
 * Divides a doubtful group by the alerts whose zones its messages name: one bulletin can continue floods of two years with the
 * same number. A message whose zones are in none of them is of the event that ends with it, else of an event that is not known.
 *
 * @param alerts those with the number of the group
 */
export function splitByAlerts(messages: AlertMessage[], alerts: NumberedArea[]): AlertMessage[][] {
  const groups = new Map<number, AlertMessage[]>();
  const others: AlertMessage[] = [];
  for (const message of messages) {
    const alert = nearestOf(message, alerts);
    if (alert) groups.set(alert.id, [...(groups.get(alert.id) ?? []), message]);
    else others.push(message);
  }
  if (groups.size === 0) return [messages];
  const unknown: AlertMessage[] = [];
  for (const message of others) {
    const group = [...groups.values()].find((each) =>
      each.some(({ ends }) => ends?.getTime() === message.ends?.getTime()),
    );
    (group ?? unknown).push(message);
  }
  return [...groups.values(), ...(unknown.length > 0 ? [unknown] : [])];
}

/** The alert with most of the zones of a message; undefined if none has any. */
function nearestOf({ zones }: AlertMessage, alerts: NumberedArea[]): NumberedArea | undefined {
  let nearest: NumberedArea | undefined;
  let most = 0;
  for (const alert of alerts) {
    const common = zones.filter((zone) => alert.zones.includes(zone)).length;
    if (common <= most) continue;
    most = common;
    nearest = alert;
  }
  return nearest;
}
