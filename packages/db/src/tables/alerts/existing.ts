import { rowsOf, type TableContext } from '../../context.ts';
import { shapeOf } from '../../filters.ts';
import type { Handle } from '../../handle.ts';
import { numberKeySql } from './047-alert-issues.ts';
import type { AlertEvent } from './alert.ts';
import type { ExistingAlert } from './continuity.ts';

/** Rows that these events may continue: those with their keys or numbers, and those with a message that they name. */
export async function existingAlerts(
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
