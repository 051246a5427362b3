import type { AlertEvent, AlertStatus } from './alert.ts';

/** The fields of a stored alert that decide whether an event changes it. */
export interface ExistingAlert {
  id: number;
  eventKey: string;
  digest: string;
  status: AlertStatus;
  sent: Date;
  /** Its current messages, and all messages it ever had. */
  messages: string[];
  said: string[];
}

/** An event with the key of its row. */
export type MatchedEvent = Omit<AlertEvent, 'status' | 'polygon'> & { status: AlertStatus; polygon: string | null };

/**
 * Finds the row of each event, and the events that change their row.
 *
 * @param existing rows that may belong to these events
 * @param taken ids of rows that belong to other events of the list; the ids of these are added
 * @returns the events to store, and the ids of unchanged rows
 */
export function matchEvents(
  events: AlertEvent[],
  existing: ExistingAlert[],
  now: Date,
  taken: Set<number>,
): { changed: MatchedEvent[]; unchanged: number[] } {
  const changed = new Map<string, MatchedEvent>();
  const unchanged: number[] = [];
  const claim = (row: ExistingAlert | undefined): ExistingAlert | undefined => {
    if (row) taken.add(row.id);
    return row;
  };
  // Rows with the same key are matched first: a reference must not claim them.
  const own = new Map(
    events.map((event) => [
      event,
      claim(existing.find((row) => !taken.has(row.id) && row.eventKey === event.eventKey)),
    ]),
  );
  for (const event of events) {
    const row =
      own.get(event) ?? claim(existing.find((candidate) => !taken.has(candidate.id) && continues(event, candidate)));
    const status = event.status === 'active' && event.expires <= now ? 'expired' : event.status;
    if (row && !changesRow(event, status, row)) {
      unchanged.push(row.id);
    } else {
      const eventKey = row?.eventKey ?? event.eventKey;
      changed.set(eventKey, { ...event, eventKey, status, polygon: event.polygon && JSON.stringify(event.polygon) });
    }
  }
  return { changed: [...changed.values()], unchanged };
}

/** Whether an event continues a row with another key: it began in an earlier year, or has no number. */
function continues({ olderKey, eventKey, messages, references }: AlertEvent, row: ExistingAlert): boolean {
  const linked = [...messages, ...references].some((identifier) => row.said.includes(identifier));
  if (olderKey !== null) return linked && row.eventKey.startsWith(`${olderKey}.`);
  return linked && messages.includes(eventKey) && row.said.includes(row.eventKey);
}

/** Equal and older events change nothing. An event with some of the row's messages is not older. */
function changesRow(event: AlertEvent, status: AlertStatus, row: ExistingAlert): boolean {
  if (event.digest === row.digest) return status !== row.status && !(status === 'expired' && row.status === 'ended');
  if (event.isText) return event.sent > row.sent;
  return event.sent >= row.sent || event.messages.every((identifier) => row.messages.includes(identifier));
}
