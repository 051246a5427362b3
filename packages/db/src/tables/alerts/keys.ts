import type { AlertConflict, AlertEvent } from './alert.ts';
import type { ExistingAlert } from './continuity.ts';

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
export function createKeys(existing: ExistingAlert[]): Keys {
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
