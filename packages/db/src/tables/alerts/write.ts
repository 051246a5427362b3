import { currentTraceparent } from '@severe/tracing';
import { shapeOf } from '../../filters.ts';
import { assignments, givenRows, givenValues, names } from '../../columns.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import type { Handle } from '../../handle.ts';
import { countStored, latestOf, type StoredRow } from '../../stored.ts';
import {
  content,
  type AlertChange,
  type AlertEvent,
  type AlertStatus,
  type FullAlert,
  type StoreResult,
} from './alert.ts';
import { toStored } from './json-columns.ts';
import { matchEvents, type Rekeyed } from './match.ts';
import type { MatchedEvent } from './matched-event.ts';
import { withRestOf } from './partial.ts';
import { numberKeySql } from './047-alert-issues.ts';
import type { ExistingAlert } from './continuity.ts';

/** Events per transaction: a statement has two seconds, and other writers wait. */
const atOnce = 100;

/** Reads the whole of a row. */
type ReadAlert = (trx: Handle, id: number) => Promise<FullAlert | undefined>;

export async function storeAlerts(context: TableContext, events: AlertEvent[], read: ReadAlert): Promise<StoreResult> {
  const done: StoreResult = { new: [], updated: [], ended: [], present: [], inserted: 0, conflicts: [] };
  const taken = new Set<number>();
  for (const batch of batchesOf(events)) {
    const part = await storeBatch(context, batch, taken, read);
    for (const kind of ['new', 'updated', 'ended', 'present'] as const) done[kind].push(...part[kind]);
    done.conflicts.push(...part.conflicts);
    done.inserted += part.inserted;
  }
  return done;
}

/** Batches of events. Those with one number are in one batch, so that each finds its own row. */
function batchesOf(events: AlertEvent[]): AlertEvent[][] {
  const alike = new Map<string, AlertEvent[]>();
  for (const event of events) {
    const key = event.numberKey ?? event.eventKey;
    alike.set(key, [...(alike.get(key) ?? []), event]);
  }
  const batches: AlertEvent[][] = [];
  for (const group of alike.values()) {
    const last = batches.at(-1);
    if (last && last.length + group.length <= atOnce) last.push(...group);
    else batches.push([...group]);
  }
  return batches;
}

function storeBatch(
  context: TableContext,
  events: AlertEvent[],
  taken: Set<number>,
  read: ReadAlert,
): Promise<StoreResult> {
  return changeDataSet(context, async (trx, version) => {
    const matched = matchEvents(events, await existingAlerts(trx, context, events), context.clock(), taken);
    const renamed = await rekey(trx, version, matched.rekeyed);
    const whole = await completed(trx, context, matched.changed, read);
    const stored = await store(trx, context, version, whole);
    const storedIds = new Set(stored.map(({ id }) => id));
    const present = [...matched.unchanged, ...storedIds];
    const { new: inserted } = countStored(stored);
    const result: StoreResult = { new: [], updated: [], ended: [], present, inserted, conflicts: matched.conflicts };
    for (const { id, status, isNew } of [...stored, ...renamed.filter(({ id }) => !storedIds.has(id))]) {
      if (storedIds.has(id)) taken.add(id);
      if (status !== 'active') result.ended.push(id);
      else (isNew ? result.new : result.updated).push(id);
    }
    const dataAt = latestOf(events.map(({ sent }) => sent));
    const { new: added, updated, ended } = result;
    const changed = added.length + updated.length + ended.length > 0;
    return { result, changed, dataAt, ids: { new: added, updated, ended } };
  });
}

/** The events, with those that change a part of their row completed by its rest. */
async function completed(
  trx: Handle,
  { clock }: TableContext,
  events: MatchedEvent[],
  read: ReadAlert,
): Promise<MatchedEvent[]> {
  const whole: MatchedEvent[] = [];
  for (const { partOf, ...event } of events) {
    const full = partOf && (await read(trx, partOf.row.id));
    if (!full) whole.push(event);
    else {
      const messages = [...new Set([...partOf.row.messages, ...event.messages])];
      whole.push({ ...withRestOf(event, full, partOf.change, clock()), messages });
    }
  }
  return whole;
}

interface Stored extends StoredRow {
  id: number;
  status: AlertStatus;
}

async function store(
  trx: Handle,
  { simulated }: TableContext,
  version: number,
  events: MatchedEvent[],
): Promise<Stored[]> {
  if (events.length === 0) return [];
  const values = { simulated, version, given: JSON.stringify(events.map(toStored)), traceparent: currentTraceparent() };
  const rows = await rowsOf<Stored>(trx, storeSql, values);
  for (const sql of [addVersionsSql, addMessagesSql, removeZonesSql, addZonesSql]) await rowsOf(trx, sql, values);
  return rows;
}

/** Gives rows their keys. Those whose key goes to another row leave it first. @returns those whose key is another one now */
async function rekey(trx: Handle, version: number, rekeyed: Rekeyed[]): Promise<Stored[]> {
  const given = new Set(rekeyed.map(({ eventKey }) => eventKey));
  const leaving = rekeyed.flatMap(({ id, from, eventKey }) => (from !== eventKey && given.has(from) ? id : []));
  if (leaving.length > 0)
    await rowsOf(trx, `update alerts set event_key = '~' || id where id = any(:leaving)`, { leaving });
  const changed: Stored[] = [];
  for (const { id, from, eventKey, issuedAt } of rekeyed) {
    const isOther = from !== eventKey;
    const rows = await rowsOf<{ status: AlertStatus }>(
      trx,
      `update alerts set event_key = :eventKey, issued_at = coalesce(:issuedAt, issued_at),
         changed_version = case when :isOther then :version else changed_version end
       where id = :id returning status`,
      { id, eventKey, issuedAt, isOther, version },
    );
    for (const { status } of rows) if (isOther) changed.push({ id, status, isNew: false });
  }
  return changed;
}

/** What a message replaces of an alert. */
const replaced = { status: 'status text', ...content, messages: 'messages text[]', digest: 'digest text' };
const own = { eventKey: 'event_key text', issuedAt: 'issued_at timestamptz', ...replaced };
const givenSql = givenRows({ ...own, polygon: 'polygon text', references: 'references text[]', action: 'action text' });

const storeSql = `
insert into alerts as old (simulated, version, ${names(own)}, polygon, created_version, changed_version)
select cast(:simulated as boolean), 1, ${givenValues(own)}, ${shapeOf('polygon')}, cast(:version as bigint), cast(:version as bigint)
from ${givenSql}
on conflict (simulated, event_key) do update set version = old.version + 1, changed_version = excluded.changed_version,
  ${assignments(replaced)}, polygon = excluded.polygon, issued_at = coalesce(old.issued_at, excluded.issued_at)
returning id, status, version = 1 as "isNew"`;

/** The rows that these events became. */
const storedSql = `${givenSql} join alerts t on t.simulated = :simulated and t.event_key = given."eventKey"`;

const addVersionsSql = `
insert into alert_versions (alert_id, version, sent, action, messages, traceparent)
select t.id, t.version, t.sent, given.action, t.messages, :traceparent from ${storedSql}`;

/** The messages of each row, and those that they replace, which may come late. */
const addMessagesSql = `
insert into alert_messages (simulated, identifier, alert_id)
select distinct on (identifier) t.simulated, identifier, t.id
from ${storedSql}, unnest(given.messages || given."references") as identifier
order by identifier, identifier = any(given.messages) desc
on conflict do nothing`;

const removeZonesSql = `delete from alert_zones where alert_id in (select t.id from ${storedSql})`;

const addZonesSql = `
insert into alert_zones (alert_id, kind, ugc, active)
select distinct t.id, split_part(zone, '/', 1), split_part(zone, '/', 2), t.status = 'active'
from ${storedSql}, unnest(given.zones) as zone where t.polygon is null`;

/** Ends what has expired and, when a complete list is given, what is not in it. */
export function expireAlerts(context: TableContext, present?: number[]): Promise<AlertChange> {
  const { simulated, clock } = context;
  return changeDataSet(context, async (trx, version) => {
    const rows = await rowsOf<{ id: number }>(
      trx,
      `update alerts set status = case when expires <= :now then 'expired' else 'ended' end, changed_version = :version
       where simulated = :simulated and status = 'active'
         and (expires <= :now or (:complete and not (id = any(:present))))
       returning id`,
      { simulated, version, now: clock(), complete: present !== undefined, present: present ?? [] },
    );
    const ended = rows.map(({ id }) => id);
    if (ended.length > 0)
      await rowsOf(trx, `update alert_zones set active = false where alert_id = any(:ended)`, { ended });
    const result = { new: [], updated: [], ended };
    return { result, changed: ended.length > 0, ids: result };
  });
}

/** Rows that these events may continue: those with their keys or numbers, and those with a message that they name. */
async function existingAlerts(
  trx: Handle,
  { simulated }: TableContext,
  events: AlertEvent[],
): Promise<ExistingAlert[]> {
  const rows = await rowsOf<Row>(trx, existingSql, {
    simulated,
    keys: events.map(({ eventKey }) => eventKey),
    numbers: events.flatMap(({ numberKey }) => numberKey ?? []),
    said: [...new Set(events.flatMap(({ messages, references }) => [...messages, ...references]))],
    given: JSON.stringify(
      events.map(({ numberKey, zones, polygon }, place) => ({
        place,
        numberKey,
        zones,
        polygon: polygon && JSON.stringify(polygon),
      })),
    ),
  });
  return rows.map((row) => ({ ...row, said: new Set(row.said) }));
}

type Row = Omit<ExistingAlert, 'said'> & { said: string[] };

const existingSql = `
with given as materialized (
  select place, "numberKey", zones, case when polygon is not null then ${shapeOf('polygon')} end as shape
  from jsonb_to_recordset(cast(:given as jsonb)) as given (place integer, "numberKey" text, zones text[], polygon text)
), known as materialized (
  select t.*, ${numberKeySql('t.event_key')} as number_key from alerts t
  where t.id = any(array(
    select id from alerts where simulated = :simulated and event_key = any(:keys)
    union select id from alerts where simulated = :simulated and ${numberKeySql('event_key')} = any(:numbers)
    union select alert_id from alert_messages where simulated = :simulated and identifier = any(:said)))
)
select t.id, t.event_key as "eventKey", t.number_key as "numberKey", t.issued_at as "issuedAt",
  coalesce(first.sent, t.sent) as "firstSent", t.digest, t.status, t.sent, t.expires, t.ends,
  greatest(t.known_at, t.sent) as "knownAt", t.messages, t.zones,
  array(select identifier from alert_messages where alert_id = t.id) as said,
  cardinality(t.zones) > 0 or t.polygon is not null as "hasArea",
  array(
    select given.place from given where given."numberKey" = t.number_key
      and (given.zones && t.zones or ST_Intersects(given.shape, t.polygon)
        or (given.shape is null and cardinality(given.zones) = 0))
  ) as near,
  array(
    select given.place from given where given."numberKey" = t.number_key
      and exists (select 1 from alerts_past before where before.id = t.id and before.zones && given.zones)
  ) as "wasNear"
from known t
left join lateral (select sent from alert_versions where alert_id = t.id order by version limit 1) first on true
order by t.id`;
