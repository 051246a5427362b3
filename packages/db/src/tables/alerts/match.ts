import type { AlertEvent, AlertStatus } from './alert.ts';

/** What must be known of an alert that is here to tell whether something new is said of it. */
export interface ExistingAlert {
  id: number;
  eventKey: string;
  digest: string;
  status: AlertStatus;
  sent: Date;
  /** The messages that it is made of now, and all that it was ever made of. */
  messages: string[];
  said: string[];
}

/** An event with the key of its row, as it is stored. */
export type MatchedEvent = Omit<AlertEvent, 'status' | 'polygon'> & { status: AlertStatus; polygon: string | null };

/**
 * Finds the row of each event, and which of them say something new.
 *
 * @param known rows that these events may belong to
 * @param taken ids of rows that other events of the same list have; each is taken once, and those of these are added
 * @returns what must be stored, and the ids of the rows that stay as they are
 */
export function matchEvents(
  events: AlertEvent[],
  known: ExistingAlert[],
  now: Date,
  taken: Set<number>,
): { changed: MatchedEvent[]; unchanged: number[] } {
  const changed = new Map<string, MatchedEvent>();
  const unchanged: number[] = [];
  const claim = (row: ExistingAlert | undefined): ExistingAlert | undefined => {
    if (row) taken.add(row.id);
    return row;
  };
  // Those that go by the same key come first: a reference must not take their row from them.
  const own = new Map(
    events.map((event) => [event, claim(known.find((row) => !taken.has(row.id) && row.eventKey === event.eventKey))]),
  );
  for (const event of events) {
    const row =
      own.get(event) ?? claim(known.find((candidate) => !taken.has(candidate.id) && continues(event, candidate)));
    const status = event.status === 'active' && event.expires <= now ? 'expired' : event.status;
    if (row && !saysMore(event, status, row)) {
      unchanged.push(row.id);
    } else {
      const eventKey = row?.eventKey ?? event.eventKey;
      changed.set(eventKey, { ...event, eventKey, status, polygon: event.polygon && JSON.stringify(event.polygon) });
    }
  }
  return { changed: [...changed.values()], unchanged };
}

/** Whether an event is the one of a row under another key: it began in an earlier year, or has no number of its own. */
function continues({ olderKey, eventKey, messages, references }: AlertEvent, row: ExistingAlert): boolean {
  const linked = [...messages, ...references].some((identifier) => row.said.includes(identifier));
  if (olderKey !== null) return linked && row.eventKey.startsWith(`${olderKey}.`);
  return linked && messages.includes(eventKey) && row.said.includes(row.eventKey);
}

/** What is equal says nothing new, and neither does what is older; a part that is left of what is here is not older. */
function saysMore(event: AlertEvent, status: AlertStatus, row: ExistingAlert): boolean {
  if (event.digest === row.digest) return status !== row.status && !(status === 'expired' && row.status === 'ended');
  return event.sent >= row.sent || event.messages.every((identifier) => row.messages.includes(identifier));
}
