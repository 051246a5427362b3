import { currentTraceparent } from '@severe/tracing';
import { rowsOf, type TableContext } from '../../context.ts';
import {
  changedAlertsSql,
  nextPosition,
  nextPositionSql,
  readChanges,
  type ReadStep,
  type StepLimits,
  type StepRow,
} from '../alerts/read-changes.ts';
import { severityRankSql } from '../alerts/severity.ts';
import type { Matches } from './delivery.ts';

/** Whether the alert `a`, with its `rank`, fits the filters of the webhook `w`. An index on `fence` finds the webhooks. */
const fitsSql = `ST_Intersects(w.fence, a.polygon) and w.enabled and w.simulated = :simulated
  and (w.event_types = array[]::text[] or exists (select from unnest(w.event_types) one where lower(one) = lower(a.event)))
  and (w.min_severity is null or a.rank >= ${severityRankSql('w.min_severity')})
  and exists (select from users u where u.id = w.user_id and u.is_active)
  and not exists (
    select from webhook_deliveries known
    where known.webhook_id = w.id and known.alert_id = a.id and known.rank >= a.rank)`;

/** Writes the deliveries of `hits`. A pending delivery of a lower severity is superseded. */
const deliverSql = `
  superseded as (
    update webhook_deliveries old set state = 'superseded', ended_at = :now
    from hits where old.webhook_id = hits.target_id and old.alert_id = hits.alert_id and old.state = 'pending'
  ), made as (
    insert into webhook_deliveries (simulated, webhook_id, alert_id, severity, rank, created_at, traceparent)
    select cast(:simulated as boolean), target_id, alert_id, severity, rank, :now, traceparent from hits
    on conflict do nothing
    returning id
  )`;

/** Matches changed alerts with the webhooks; see `WebhookDeliveries`. */
export function matchAlerts(context: TableContext, limits: StepLimits): Promise<ReadStep<Matches>> {
  const { simulated, clock } = context;
  return readChanges(context, 'webhooks', async (trx, from) => {
    const [step] = await rowsOf<StepRow & { deliveries: string }>(
      trx,
      `with ${changedAlertsSql('a.polygon is not null')},
       hits as materialized (
         select w.id as target_id, a.id as alert_id, a.changed_version, a.severity, a.rank, v.traceparent
         from changed a join webhooks w on ${fitsSql}
         left join alert_versions v on v.alert_id = a.id and v.version = a.version
         where (a.changed_version, a.id, w.id) > (:version, :alertId, :targetId)
         order by a.changed_version, a.id, w.id limit :hits
       ), ${deliverSql}
       select (select count(*) from made) as deliveries, ${nextPositionSql}`,
      { simulated, now: clock(), ...limits, ...from },
    );
    return { result: { deliveries: Number(step.deliveries) }, ...nextPosition(step, limits, from) };
  });
}

/** Matches new and changed webhooks with the active alerts; see `WebhookDeliveries`. */
export function matchWebhooks(context: TableContext, limit: number): Promise<ReadStep<Matches>> {
  const { simulated, clock } = context;
  // The position is locked, so that an alert does not match twice at the same time.
  return readChanges(context, 'webhooks', async (trx, from) => {
    const [step] = await rowsOf<{ deliveries: string; webhooks: string }>(
      trx,
      `with unmatched as materialized (
         select id from webhooks where simulated = :simulated and unmatched and enabled
         order by id limit :limit for update
       ), hits as materialized (
         select w.id as target_id, a.id as alert_id, a.severity, a.rank, cast(:traceparent as text) as traceparent
         from unmatched join webhooks w on w.id = unmatched.id
         join (
           select *, ${severityRankSql('severity')} as rank from alerts
           where simulated = :simulated and status = 'active' and expires > :now and polygon is not null
         ) a on ${fitsSql}
       ), ${deliverSql},
       matched as (update webhooks set unmatched = false where id in (select id from unmatched))
       select (select count(*) from made) as deliveries, (select count(*) from unmatched) as webhooks`,
      { simulated, now: clock(), limit, traceparent: currentTraceparent() },
    );
    const result = { deliveries: Number(step.deliveries) };
    return { result, next: from, more: Number(step.webhooks) >= limit };
  });
}
