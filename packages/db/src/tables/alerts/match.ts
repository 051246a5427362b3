import type { AlertConflict, AlertEvent, AlertStatus } from './alert.ts';
import type { MatchedEvent } from './matched-event.ts';
import {
  bestFit,
  contradicts,
  countReferences,
  fitOf,
  isIssueOf,
  isIssued,
  repeats,
  type ExistingAlert,
} from './continuity.ts';
import { partialChangeOf } from './partial.ts';

/** What events do to the stored alerts. */
interface Matches {
  /** Events to store. */
  changed: MatchedEvent[];
  /** Ids of rows that stay as they are. */
  unchanged: number[];
  /** Rows whose year of issue has become known. */
  rekeyed: Rekeyed[];
  conflicts: AlertConflict[];
}

/** An event and its row. Without a row it is new, or it is left out, because it may be any of several. */
interface Match {
  event: AlertEvent;
  row: ExistingAlert | undefined;
}

/**
 * Finds the row of each event, and the events that change their row. A row has at most one event of a list. First come those that
 * the provider names: by a message of the row, then by a reference to one. Then numbers are compared, those of issues before
 * those of later messages, whose year is not sure.
 *
 * @param existing rows that may belong to these events
 * @param taken ids of rows that belong to other events of the list; the ids of these are added
 */
export function matchEvents(events: AlertEvent[], existing: ExistingAlert[], now: Date, taken: Set<number>): Matches {
  const rows = new Map<AlertEvent, ExistingAlert>();
  const conflicts: AlertConflict[] = [];
  const unclear = new Set<AlertEvent>();
  const kept = new Set<number>();
  const give = (each: (event: AlertEvent, free: ExistingAlert[], at: number) => ExistingAlert | undefined): void => {
    for (const [at, event] of events.entries()) {
      if (rows.has(event)) continue;
      const free = existing.filter(({ id }) => !taken.has(id));
      const row = each(event, free, at);
      if (!row) continue;
      rows.set(event, row);
      taken.add(row.id);
    }
  };
  give((event, free) => bestOf(free, (row) => (repeats(event, row) ? 1 + sharedMessages(event, row) : 0))[0]);
  give((event, free, at) => bestOf(free, (row) => markOfReferences(event, at, row))[0]);
  give((event, free, at) => (isIssued(event) ? free.find((row) => isIssueOf(event, at, row)) : undefined));
  give((event, free, at) => {
    if (isIssued(event) || event.numberKey === null) return undefined;
    const fitting = bestOf(free, (row) => fitOf(event, at, row));
    const wrong = fitting.length === 0 ? free.find((row) => contradicts(event, at, row)) : undefined;
    if (wrong)
      conflicts.push({
        what: event.eventKey,
        why: `conflict: ${event.action} continues the alert ${wrong.id}, which is over`,
      });
    if (fitting.length < 2) return fitting[0];
    const ids = fitting.map(({ id }) => id);
    conflicts.push({ what: event.eventKey, why: `conflict: ${event.action} fits the alerts ${ids.join(' and ')}` });
    if (event.status === 'active') return newestOf(fitting);
    unclear.add(event);
    for (const id of ids) kept.add(id);
    return undefined;
  });

  const matches = events.filter((event) => !unclear.has(event)).map((event) => ({ event, row: rows.get(event) }));
  const stored = storedOf(matches, existing, now);
  const unchanged = [...stored.unchanged, ...[...kept].filter((id) => !stored.ids.has(id))];
  return { ...stored, unchanged, conflicts: [...conflicts, ...stored.conflicts] };
}

/** The events to store, with their keys. Sure years are given before likely ones. */
function storedOf(matches: Match[], existing: ExistingAlert[], now: Date): Matches & { ids: Set<number> } {
  const keys = createKeys(existing);
  const changed: MatchedEvent[] = [];
  const unchanged: number[] = [];
  const ids = new Set(matches.flatMap(({ row }) => row?.id ?? []));
  for (const { event, row } of matches) if (row && event.issuedAt && !row.issuedAt) keys.settle(row, event);
  for (const { event, row } of matches.toSorted((a, b) => Number(isIssued(b.event)) - Number(isIssued(a.event)))) {
    const status = event.status === 'active' && event.expires <= now ? 'expired' : event.status;
    if (row && !changesRow(event, status, row)) {
      unchanged.push(row.id);
    } else {
      const eventKey = row ? keys.keyOf(row) : keys.newKey(event);
      const polygon = event.polygon && JSON.stringify(event.polygon);
      const change = row && partialChangeOf(event, row);
      changed.push({ ...event, eventKey, status, polygon, ...(change ? { partOf: { row, change } } : {}) });
    }
  }
  return { changed, unchanged, rekeyed: keys.rekeyed(), conflicts: keys.conflicts(), ids };
}

/** Those with the highest mark above 0. */
function bestOf(rows: ExistingAlert[], markOf: (row: ExistingAlert) => number): ExistingAlert[] {
  const marked = rows.map((row) => ({ row, mark: markOf(row) }));
  const highest = Math.max(1, ...marked.map(({ mark }) => mark));
  return marked.filter(({ mark }) => mark === highest).map(({ row }) => row);
}

/** Of rows to which an event refers equally often, the one that it fits best. */
function markOfReferences(event: AlertEvent, at: number, row: ExistingAlert): number {
  const count = countReferences(event, row);
  return count === 0 ? 0 : count * (bestFit + 1) + fitOf(event, at, row);
}

function sharedMessages(event: AlertEvent, row: ExistingAlert): number {
  return event.messages.filter((identifier) => row.messages.includes(identifier)).length;
}

function newestOf(rows: ExistingAlert[]): ExistingAlert {
  return rows.reduce((newest, row) => (row.sent > newest.sent ? row : newest));
}

/**
 * Equal and older events change nothing. An event with some of the row's messages is not older. A text that comes again does not
 * revive what has ended since.
 */
function changesRow(event: AlertEvent, status: AlertStatus, row: ExistingAlert): boolean {
  if (event.digest === row.digest) {
    return !event.isText && status !== row.status && !(status === 'expired' && row.status === 'ended');
  }
  const isSame = event.messages.every((identifier) => row.messages.includes(identifier));
  if (event.isText) return event.sent > row.sent || (isSame && event.action === 'COR');
  return event.sent >= row.sent || isSame;
}

/** A row that gets another key. */
export interface Rekeyed {
  id: number;
  /** The key that it has. */
  from: string;
  eventKey: string;
  issuedAt: Date | null;
}

/** The keys of a batch. */
interface Keys {
  /** The key of a row of which an event is the issue: its year is that of the issue. */
  settle(row: ExistingAlert, event: AlertEvent): void;
  keyOf(row: ExistingAlert): string;
  /** The key of a new row. */
  newKey(event: AlertEvent): string;
  rekeyed(): Rekeyed[];
  conflicts(): AlertConflict[];
}

/**
 * Gives keys to rows. A key names one row, and its year is that of the issue. Where that is not known, it is the likeliest
 * year, which gives way to an event that is sure of it: numbers count anew each year, so the other one is older. Where two
 * events are sure of a key, the second one has `~2` behind it.
 *
 * @param existing all rows with the numbers of the batch
 */
function createKeys(existing: ExistingAlert[]): Keys {
  const owners = new Map(existing.map((row) => [row.eventKey, row]));
  const used = new Set(owners.keys());
  const changed = new Map<number, Rekeyed>();
  const conflicts: AlertConflict[] = [];

  const keyOf = (row: ExistingAlert): string => changed.get(row.id)?.eventKey ?? row.eventKey;

  function rekey(row: ExistingAlert, eventKey: string, issuedAt: Date | null): void {
    const before = keyOf(row);
    changed.set(row.id, { id: row.id, from: row.eventKey, eventKey, issuedAt });
    if (owners.get(before) === row) {
      owners.delete(before);
      used.delete(before);
    }
    used.add(eventKey);
    owners.set(eventKey, row);
  }

  /** Frees a key for an event that is sure of it, if its owner is not. */
  function claim(key: string, owned?: ExistingAlert): string {
    const owner = owners.get(key);
    if (!used.has(key) || (owned && owner === owned)) return key;
    if (owner && owner.issuedAt === null && !changed.get(owner.id)?.issuedAt) {
      const older = earlierYear(key, used, owned && keyOf(owned));
      if (older !== undefined) {
        rekey(owner, older, null);
        return key;
      }
    }
    return numbered(key, used);
  }

  return {
    settle(row, event) {
      const key = event.eventKey === withoutMark(keyOf(row)) ? keyOf(row) : claim(event.eventKey, row);
      rekey(row, key, event.issuedAt);
    },
    keyOf,
    newKey(event) {
      const sure = event.issuedAt !== null || event.numberKey === null;
      const key = sure ? claim(event.eventKey) : likelyKey(event);
      if (key.includes('~'))
        conflicts.push({ what: event.eventKey, why: `conflict: ${event.action} is not the alert with its key` });
      used.add(key);
      return key;
    },
    rekeyed: () => [...changed.values()],
    conflicts: () => conflicts,
  };

  function likelyKey({ eventKey }: AlertEvent): string {
    if (!used.has(eventKey)) return eventKey;
    return earlierYear(eventKey, used) ?? numbered(eventKey, used);
  }
}

/** The key of the year before; undefined if that is used as well. @param given a key that its row gives away */
function earlierYear(key: string, used: ReadonlySet<string>, given?: string): string | undefined {
  const [, number, year] = /^(.+)\.(\d{4})(?:~\d+)?$/.exec(key) ?? [];
  const older = `${number}.${Number(year) - 1}`;
  return year === undefined || (used.has(older) && older !== given) ? undefined : older;
}

function numbered(key: string, used: ReadonlySet<string>): string {
  let count = 2;
  while (used.has(`${key}~${count}`)) count++;
  return `${key}~${count}`;
}

function withoutMark(key: string): string {
  return key.replace(/~\d+$/, '');
}
