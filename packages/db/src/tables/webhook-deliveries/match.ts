import { currentTraceparent } from '@severe/tracing';
import { rowsOf, type TableContext } from '../../context.ts';
import {
  changedAlertsSql,
  nextPosition,
  nextPositionSql,
  readChanges,
  type ReadStep,
  type StepRow,
} from '../alerts/read-changes.ts';
import { severityRankSql } from '../alerts/severity.ts';
import { outboxBudget } from './budget.ts';
import type { Matches, MatchLimits } from './delivery.ts';

/** Whether the alert `a`, with its `rank`, fits the filters of the webhook `w`. An index on `fence` finds the webhooks. */
const fitsSql = `ST_Intersects(w.fence, a.polygon) and w.enabled and w.simulated = :simulated
  and (w.event_types = array[]::text[] or exists (select from unnest(w.event_types) one where lower(one) = lower(a.event)))
  and (w.min_severity is null or a.rank >= ${severityRankSql('w.min_severity')})
  and exists (select from users u where u.id = w.user_id and u.is_active)
  and not exists (
    select from webhook_deliveries known
    where known.webhook_id = w.id and known.alert_id = a.id and known.rank >= a.rank)`;

/**
 * Writes the deliveries of `hits` for which their webhook has room. A webhook may have a number of deliveries in the outbox that are
 * as severe or more so; the rest stays deferred, and all active alerts are matched again when it has room. So a turn takes a bounded
 * part of the outbox, however many webhooks meet however many alerts, and severe alerts never wait behind others. A pending delivery of
 * a lower severity is superseded.
 */
const deliverSql = `
  rooms as materialized (
    select turn, room_of_webhook(turn, :perTurn, :perWebhook) as room from (select distinct turn from hits) found
  ), waiting as materialized (
    select target_id, rank, (
      select count(*) from webhook_deliveries p
      where p.webhook_id = target_id and p.state = 'pending' and p.rank >= found.rank) as count
    from (select distinct target_id, rank from hits) found
  ), placed as materialized (
    select hits.*, waiting.count + row_number() over (
      partition by hits.target_id order by hits.rank desc, hits.expires, hits.alert_id) <= rooms.room as has_room
    from hits join rooms using (turn) join waiting using (target_id, rank)
  ), superseded as (
    update webhook_deliveries old set state = 'superseded', ended_at = :now
    from placed where has_room and old.webhook_id = target_id and old.alert_id = placed.alert_id and old.state = 'pending'
  ), made as (
    insert into webhook_deliveries (simulated, webhook_id, alert_id, severity, rank, created_at, traceparent)
    select cast(:simulated as boolean), target_id, alert_id, severity, rank, :now, traceparent from placed where has_room
    on conflict do nothing
    returning id
  ), deferred as materialized (
    select target_id, max(rank) as rank from placed where not has_room group by target_id
  )`;

/** Matches changed alerts with the webhooks; see `WebhookDeliveries`. */
export function matchAlerts(
  context: TableContext,
  { budget = outboxBudget, ...limits }: MatchLimits,
): Promise<ReadStep<Matches>> {
  const { simulated, clock } = context;
  return readChanges(context, 'webhooks', async (trx, from) => {
    // A webhook with deferred alerts is matched with all of these later: only more severe ones count now.
    const [step] = await rowsOf<StepRow & { deliveries: string }>(
      trx,
      `with ${changedAlertsSql('a.polygon is not null')},
       hits as materialized (
         select w.id as target_id, w.turn, a.id as alert_id, a.changed_version, a.severity, a.rank, a.expires, v.traceparent
         from changed a join webhooks w on ${fitsSql} and (w.deferred_rank is null or a.rank > w.deferred_rank)
         left join alert_versions v on v.alert_id = a.id and v.version = a.version
         where (a.changed_version, a.id, w.id) > (:version, :alertId, :targetId)
         order by a.changed_version, a.id, w.id limit :hits
       ), ${deliverSql},
       marked as (
         update webhooks w set deferred_rank = greatest(w.deferred_rank, deferred.rank),
           deferred_at = coalesce(w.deferred_at, :now)
         from deferred where w.id = deferred.target_id
       )
       select (select count(*) from made) as deliveries, ${nextPositionSql}`,
      { simulated, now: clock(), ...limits, ...budget, ...from },
    );
    return { result: { deliveries: Number(step.deliveries) }, ...nextPosition(step, limits, from) };
  });
}

/** Matches new and changed webhooks with the active alerts; see `WebhookDeliveries`. */
export function matchWebhooks(context: TableContext, limit: number, budget = outboxBudget): Promise<ReadStep<Matches>> {
  const { simulated, clock } = context;
  // The position is locked, so that an alert does not match twice at the same time.
  return readChanges(context, 'webhooks', async (trx, from) => {
    const [step] = await rowsOf<{ deliveries: string; webhooks: string }>(
      trx,
      `with places as materialized (
         select id, row_number() over (partition by turn order by id) as place from webhooks
         where simulated = :simulated and unmatched and enabled
       ), unmatched as materialized (
         select w.id from places join webhooks w on w.id = places.id order by places.place, w.id limit :limit for update of w
       ), hits as materialized (
         select w.id as target_id, w.turn, a.id as alert_id, a.severity, a.rank, a.expires,
           cast(:traceparent as text) as traceparent
         from unmatched join webhooks w on w.id = unmatched.id
         join (
           select *, ${severityRankSql('severity')} as rank from alerts
           where simulated = :simulated and status = 'active' and expires > :now and polygon is not null
         ) a on ${fitsSql}
       ), ${deliverSql},
       marked as (
         update webhooks w set unmatched = false, deferred_rank = deferred.rank,
           deferred_at = case when deferred.rank is null then null else coalesce(w.deferred_at, :now) end
         from unmatched left join deferred on deferred.target_id = unmatched.id where w.id = unmatched.id
       )
       select (select count(*) from made) as deliveries, (select count(*) from unmatched) as webhooks`,
      { simulated, now: clock(), limit, ...budget, traceparent: currentTraceparent() },
    );
    const result = { deliveries: Number(step.deliveries) };
    return { result, next: from, more: Number(step.webhooks) >= limit };
  });
}
