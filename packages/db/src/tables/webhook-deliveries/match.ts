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
import { firstBudget, outboxBudget } from './budget.ts';
import type { Matches, MatchLimits } from './delivery.ts';

/**
 * Whether the alert `a`, with its `rank`, fits the filters of the webhook `w`. An index on `fence` finds the webhooks. What is known is
 * counted, because a join would read all deliveries of a webhook for each alert.
 */
const fitsSql = `ST_Intersects(w.fence, a.polygon) and w.enabled and w.simulated = :simulated and w.occasion = 'issued'
  and (w.event_types = array[]::text[] or exists (select from unnest(w.event_types) one where lower(one) = lower(a.event)))
  and (w.min_severity is null or a.rank >= ${severityRankSql('w.min_severity')})
  and exists (select from users u where u.id = w.user_id and u.is_active)
  and (
    select count(*) from webhook_deliveries known
    where known.webhook_id = w.id and known.alert_id = a.id and known.rank >= a.rank) = 0`;

/**
 * Writes the deliveries of `hits` for which their webhook has room. A webhook may have a number of deliveries in the outbox that are
 * as severe or more so; the rest stays deferred, and all active alerts are matched again when it has room. So a turn takes a bounded
 * part of the outbox, however many webhooks meet however many alerts, and severe alerts never wait behind others. A pending delivery of
 * a lower severity is superseded. Counts are windows, not joins: the number of hits is unknown to the planner, which would choose
 * nested loops.
 */
const deliverSql = `
  counted as materialized (
    select *,
      max(case when nth_of_turn = 1 then room_of_webhook(turn, :perTurn, :perWebhook) end) over (partition by turn) as room,
      max(case when nth_as_severe = 1 then (
        select count(*) from webhook_deliveries p where p.webhook_id = target_id and p.state = 'pending' and p.rank >= each.rank
      ) end) over (partition by target_id, rank) as waiting
    from (
      select hits.*, row_number() over (partition by turn order by target_id) as nth_of_turn,
        row_number() over (partition by target_id, rank order by alert_id) as nth_as_severe,
        row_number() over (partition by target_id order by rank desc, expires, alert_id) as place
      from hits
    ) each
  ), placed as materialized (
    select *, waiting + place <= room as has_room from counted
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
  { budget = firstBudget, ...limits }: MatchLimits,
): Promise<ReadStep<Matches>> {
  const { simulated, clock } = context;
  return readChanges(context, 'webhooks', async (trx, from) => {
    // A webhook with deferred alerts is matched with all of these later: only more severe ones count now. The hits are those of one
    // alert after the other, in the order of `changed`, so that the limit ends the search.
    const [step] = await rowsOf<StepRow & { deliveries: number }>(
      trx,
      `with ${changedAlertsSql('a.polygon is not null')},
       hits as materialized (
         select w.id as target_id, w.turn, a.id as alert_id, a.changed_version, a.severity, a.rank, a.expires,
           (select v.traceparent from alert_versions v where v.alert_id = a.id and v.version = a.version) as traceparent
         from changed a
         cross join lateral (
           select w.id, w.turn from webhooks w
           where ${fitsSql} and (w.deferred_rank is null or a.rank > w.deferred_rank)
             and (a.changed_version, a.id, w.id) > (:version, :alertId, :targetId)
           order by w.id limit :hits
         ) w
         limit :hits
       ), ${deliverSql},
       marked as (
         update webhooks w set unmatched = true, deferred_rank = greatest(w.deferred_rank, deferred.rank),
           deferred_at = coalesce(w.deferred_at, :now)
         from deferred where w.id = deferred.target_id
       )
       select (select count(*) from made) as deliveries, ${nextPositionSql}`,
      { simulated, now: clock(), ...limits, ...budget, ...from },
    );
    return { result: { deliveries: step.deliveries }, ...nextPosition(step, limits, from) };
  });
}

/** Matches new and changed webhooks with the active alerts; see `WebhookDeliveries`. */
export function matchWebhooks(context: TableContext, limit: number, budget = outboxBudget): Promise<ReadStep<Matches>> {
  const { simulated, clock } = context;
  // The position is locked, so that an alert does not match twice at the same time.
  return readChanges(context, 'webhooks', async (trx, from) => {
    const [step] = await rowsOf<{ deliveries: number; webhooks: number }>(
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
         cross join lateral (
           select a.* from (
             select *, ${severityRankSql('severity')} as rank from alerts
             where simulated = :simulated and status = 'active' and expires > :now and polygon is not null
           ) a where ${fitsSql}
           offset 0 -- from the webhook to its alerts: all webhooks around each alert may be thousands
         ) a
       ), ${deliverSql},
       marked as (
         update webhooks w set unmatched = false, deferred_rank = deferred.rank,
           deferred_at = case when deferred.rank is null then null else coalesce(w.deferred_at, :now) end
         from unmatched left join deferred on deferred.target_id = unmatched.id where w.id = unmatched.id
       )
       select (select count(*) from made) as deliveries, (select count(*) from unmatched) as webhooks`,
      { simulated, now: clock(), limit, ...budget, traceparent: currentTraceparent() },
    );
    const result = { deliveries: step.deliveries };
    return { result, next: from, more: step.webhooks >= limit };
  });
}
