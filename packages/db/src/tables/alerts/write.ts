import { currentTraceparent } from '@severe/tracing';
import { shapeOf } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import type { Handle } from '../../handle.ts';
import type { AlertChange, AlertEvent, AlertStatus, StoreResult } from './alert.ts';
import { toStored } from './json-columns.ts';
import { matchEvents, type ExistingAlert, type MatchedEvent } from './match.ts';

/** Events per transaction: a statement has two seconds, and other writers wait. */
const atOnce = 100;

export async function storeAlerts(context: TableContext, events: AlertEvent[]): Promise<StoreResult> {
  const done: StoreResult = { new: [], updated: [], ended: [], present: [], inserted: 0 };
  const taken = new Set<number>();
  for (let from = 0; from < events.length; from += atOnce) {
    const part = await storeBatch(context, events.slice(from, from + atOnce), taken);
    for (const kind of ['new', 'updated', 'ended', 'present'] as const) done[kind].push(...part[kind]);
    done.inserted += part.inserted;
  }
  return done;
}

function storeBatch(context: TableContext, events: AlertEvent[], taken: Set<number>): Promise<StoreResult> {
  return changeDataSet(context, async (trx, version) => {
    const matched = matchEvents(events, await existingAlerts(trx, context, events), context.clock(), taken);
    const stored = await store(trx, context, version, matched.changed);
    const present = [...matched.unchanged, ...stored.map(({ id }) => id)];
    const inserted = stored.filter(({ isNew }) => isNew).length;
    const result: StoreResult = { new: [], updated: [], ended: [], present, inserted };
    for (const { id, status, isNew } of stored) {
      taken.add(id);
      if (status !== 'active') result.ended.push(id);
      else (isNew ? result.new : result.updated).push(id);
    }
    const dataAt = new Date(Math.max(...events.map(({ sent }) => sent.getTime())));
    return { result, changed: stored.length > 0, dataAt, ids: result };
  });
}

/** Existing rows of these events: by key, by the key of an earlier year, or by a referenced message. */
async function existingAlerts(
  trx: Handle,
  { simulated }: TableContext,
  events: AlertEvent[],
): Promise<ExistingAlert[]> {
  const rows = await rowsOf<Omit<ExistingAlert, 'id'> & { id: string }>(
    trx,
    `select t.id, t.event_key as "eventKey", t.digest, t.status, t.sent, t.messages, coalesce(said.all, array[]::text[]) as said
     from alerts t
     left join lateral (select array_agg(identifier) as all from alert_messages where alert_id = t.id) said on true
     where t.simulated = :simulated and (
       t.event_key = any(:keys)
       or t.id in (select alert_id from alert_messages where simulated = :simulated and identifier = any(:said)))`,
    {
      simulated,
      keys: events.map(({ eventKey }) => eventKey),
      said: [...new Set(events.flatMap(({ messages, references }) => [...messages, ...references]))],
    },
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

interface Stored {
  id: number;
  status: AlertStatus;
  isNew: boolean;
}

async function store(
  trx: Handle,
  { simulated }: TableContext,
  version: number,
  events: MatchedEvent[],
): Promise<Stored[]> {
  if (events.length === 0) return [];
  const values = { simulated, version, given: JSON.stringify(events.map(toStored)), traceparent: currentTraceparent() };
  const rows = await rowsOf<Omit<Stored, 'id'> & { id: string }>(trx, storeSql, values);
  for (const sql of [addVersionsSql, addMessagesSql, removeZonesSql, addZonesSql]) await rowsOf(trx, sql, values);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

const givenSql = `jsonb_to_recordset(cast(:given as jsonb)) as given (
  "eventKey" text, status text, event text, severity text, urgency text, certainty text, headline text,
  "messageType" text, sent timestamptz, effective timestamptz, onset timestamptz, expires timestamptz, "messageExpires" timestamptz,
  ends timestamptz, wfo text, states text[], fips text[], "areaDesc" text, zones text[], tags jsonb, motion jsonb, description text,
  instruction text, polygon text, messages text[], digest text, action text)`;

const storeSql = `
insert into alerts as old (simulated, event_key, version, status, event, severity, urgency, certainty, headline,
  message_type, sent, effective, onset, expires, message_expires, ends, wfo, states, fips, area_desc, zones, tags, motion, description,
  instruction, polygon, messages, digest, created_version, changed_version)
select cast(:simulated as boolean), "eventKey", 1, status, event, severity, urgency, certainty, headline,
  "messageType", sent, effective, onset, expires, "messageExpires", ends, wfo, states, fips, "areaDesc", zones, tags, motion, description,
  instruction, ${shapeOf('polygon')}, messages, digest, cast(:version as bigint), cast(:version as bigint)
from ${givenSql}
on conflict (simulated, event_key) do update set
  version = old.version + 1, changed_version = excluded.changed_version, status = excluded.status,
  event = excluded.event, severity = excluded.severity, urgency = excluded.urgency, certainty = excluded.certainty,
  headline = excluded.headline, message_type = excluded.message_type, sent = excluded.sent,
  effective = excluded.effective, onset = excluded.onset, expires = excluded.expires,
  message_expires = excluded.message_expires, ends = excluded.ends,
  wfo = excluded.wfo, states = excluded.states, fips = excluded.fips, area_desc = excluded.area_desc,
  zones = excluded.zones, tags = excluded.tags, motion = excluded.motion, description = excluded.description,
  instruction = excluded.instruction, polygon = excluded.polygon, messages = excluded.messages,
  digest = excluded.digest
returning id, status, version = 1 as "isNew"`;

/** The rows that these events became. */
const storedSql = `${givenSql} join alerts t on t.simulated = :simulated and t.event_key = given."eventKey"`;

const addVersionsSql = `
insert into alert_versions (alert_id, version, sent, action, messages, traceparent)
select t.id, t.version, t.sent, given.action, t.messages, :traceparent from ${storedSql}`;

const addMessagesSql = `
insert into alert_messages (simulated, identifier, alert_id)
select distinct t.simulated, identifier, t.id from ${storedSql}, unnest(given.messages) as identifier
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
    const rows = await rowsOf<{ id: string }>(
      trx,
      `update alerts set status = case when expires <= :now then 'expired' else 'ended' end, changed_version = :version
       where simulated = :simulated and status = 'active'
         and (expires <= :now or (:complete and not (id = any(:present))))
       returning id`,
      { simulated, version, now: clock(), complete: present !== undefined, present: present ?? [] },
    );
    const ended = rows.map(({ id }) => Number(id));
    if (ended.length > 0)
      await rowsOf(trx, `update alert_zones set active = false where alert_id = any(:ended)`, { ended });
    const result = { new: [], updated: [], ended };
    return { result, changed: ended.length > 0, ids: result };
  });
}
