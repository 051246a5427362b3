import { rowsOf, type TableContext } from '../../context.ts';
import { geoJsonOf } from '../../filters.ts';
import { checkedLeaseMs, leaseEndSql, leaseValues } from '../../lease.ts';
import { countsOf, waitingSql, type Waiting } from '../../outbox.ts';
import { removeInSteps, removeOldRows } from '../../remove-old.ts';
import { boundValues, names, shown } from '../../columns.ts';
import { defineTable, selectList } from '../../table.ts';
import { chargeSql } from '../turns/share.ts';
import { attempt, type Attempt, type DeliveredAlert, type Delivery, type WebhookDeliveries } from './delivery.ts';
import { echoOf, tellEchoes, type StoredEcho } from './expected-echo.ts';
import { outboxBudget } from './budget.ts';
import {
  claimSql,
  defaultWanted,
  expiresSql,
  isCurrentSql,
  lineSql,
  longestCycleWaitMs,
  maySendSql,
  receiverColumns,
  receiverOf,
  type ReceiverRow,
  subjectSql,
} from './claim.ts';
import { matchAlerts, matchWebhooks } from './match.ts';

/** Attempts of a webhook that are kept. */
const keptAttempts = 100;

const outcomes = ['delivered', 'failed', 'expired'] as const;

export const webhookDeliveriesTable = defineTable({
  name: 'webhook_deliveries',
  migrations: [],
  retention: { keep: { days: 30 }, remove: removeOld },
  create: createWebhookDeliveries,
});

type DeliveryRow = Pick<Delivery, 'id' | 'webhookId' | 'messageId' | 'attempts' | 'traceparent'> &
  Omit<DeliveredAlert, 'id'> & { alertId: number | null; expected: StoredEcho | null };

/** SQL: the `webhook-id` of a delivery, equal in every attempt. */
const messageIdSql = (delivery: string): string =>
  `'msg_' || ${delivery}.webhook_id || '_' || coalesce(${delivery}.alert_id || '_' || lower(${delivery}.severity), 'expected_' || ${delivery}.id)`;

const deliveryColumns = `d.id, ${messageIdSql('d')} as "messageId", d.webhook_id as "webhookId", d.attempts, d.traceparent, d.severity, a.id as "alertId", a.event, a.headline,
  a.area_desc as "areaDesc", a.instruction, ${expiresSql} as expires, ${geoJsonOf('a.polygon')} as geometry, d.expected`;

function deliveryOf(row: DeliveryRow): Delivery {
  const { id, messageId, webhookId, attempts, traceparent, alertId, expected, ...alert } = row;
  const of = alertId === null ? { expected: echoOf(expected!) } : { alert: { ...alert, id: alertId } };
  return { id, messageId, webhookId, attempts, traceparent, ...of };
}

/** Whether the delivery `d` is still to be sent. */
const isDueSql = `d.state = 'pending' and ${isCurrentSql}`;

function createWebhookDeliveries(context: TableContext): WebhookDeliveries {
  const { knex, simulated, clock } = context;
  const run = <T>(sql: string, values: Record<string, unknown>): Promise<T[]> =>
    rowsOf<T>(knex, sql, { ...values, ...leaseValues(context), simulated, now: clock() });

  /** Notes the most urgent delivery of webhooks. @returns whether one of them has room for deferred alerts */
  async function refresh(webhookIds: number[]): Promise<boolean> {
    const sql = `select bool_or(refresh_webhook(id, :now, :perTurn, :perWebhook)) as "hasRoom"
      from (select id from webhooks where id = any(:webhookIds) order by id) hooks`;
    const [row] = await run<{ hasRoom: boolean | null }>(sql, { webhookIds, ...outboxBudget });
    return row?.hasRoom ?? false;
  }

  return {
    matchAlerts: (limits) => matchAlerts(context, limits),
    matchWebhooks: (limit, budget) => matchWebhooks(context, limit, budget),
    tellEchoes: (echoes) => tellEchoes(context, echoes),

    async claim(limit, leaseMs, wanted = {}) {
      const values = { ...defaultWanted, ...wanted, limit, leaseMs: checkedLeaseMs(leaseMs) };
      return (await run<ReceiverRow>(claimSql, values)).map(receiverOf);
    },

    async current(webhookId) {
      const sql = `select ${receiverColumns} from webhooks w where w.id = :webhookId and ${maySendSql}`;
      const [row] = await run<ReceiverRow>(sql, { webhookId });
      return row && receiverOf(row);
    },

    async renew(webhookIds, leaseMs) {
      // A cycle may end meanwhile: its webhook is free then, and must not wait for the end of another lease.
      await run(
        `update webhooks set leased_until = ${leaseEndSql}
         where id = any(:webhookIds) and simulated = :simulated and leased_until is not null`,
        { webhookIds, leaseMs: checkedLeaseMs(leaseMs) },
      );
    },

    async pending(webhookId, limit) {
      const rows = await run<DeliveryRow>(
        `select ${deliveryColumns} from ${subjectSql}
         where d.webhook_id = :webhookId and d.simulated = :simulated and ${isDueSql}
         order by d.attempts, d.rank desc, ${expiresSql}, d.id desc limit :limit`,
        { webhookId, limit },
      );
      return rows.map(deliveryOf);
    },

    async find(userId, webhookId, id) {
      const [row] = await run<DeliveryRow>(
        `select ${deliveryColumns} from ${subjectSql} join webhooks w on w.id = d.webhook_id
         where d.id = :id and d.webhook_id = :webhookId and w.user_id = :userId and d.simulated = :simulated`,
        { userId, webhookId, id },
      );
      return row && deliveryOf(row);
    },

    async record(made) {
      // The webhook may be gone: then nothing is recorded. Its row is locked, so that it is not removed meanwhile.
      await run(
        `with hook as (
           update webhooks set
             last_delivery_at = case when cast(:deliveryId as bigint) is null then last_delivery_at else :now end,
             last_status = case when cast(:deliveryId as bigint) is null then last_status else :statusCode end
           where id = :webhookId and simulated = :simulated
           returning id
         ), delivery as (
           update webhook_deliveries set attempts = attempts + 1,
             state = case when :outcome = 'delivered' then 'delivered' else state end,
             ended_at = case when :outcome = 'delivered' then :now else ended_at end
           where id = :deliveryId and webhook_id = :webhookId
         )
         insert into webhook_attempts (simulated, ${names(attempt)}, attempted_at)
         select cast(:simulated as boolean), ${boundValues(attempt)}, :now from hook`,
        { ...made },
      );
    },

    async endCycle(webhookId, { delivered, failed, waitMs, mostFailures, measured }) {
      const hasRoom = await refresh([webhookId]); // before the claim ends, so that the next one finds it
      const [row] = await run<{ disabled: boolean }>(
        `with old as (
           select id, enabled, turn, lane, consecutive_failures as failures from webhooks where id = :webhookId for update
         ), counted as (
           select *, case when :delivered > 0 then 0 when :failed > 0 then failures + 1 else failures end as count from old
         ), judged as (select *, enabled and count >= :mostFailures as ends from counted),
         charged as (${chargeSql(lineSql('lane'), 'select turn, lane, cast(:hadMs as double precision) as ms from old')})
         update webhooks w set leased_until = null, next_cycle_at = ${leaseEndSql}, consecutive_failures = count,
           mean_ms = coalesce(:meanMs, w.mean_ms), lane = coalesce(:lane, w.lane),
           enabled = w.enabled and not ends,
           disabled_at = case when ends then :now else w.disabled_at end,
           disabled_reason = case when ends then :mostFailures || ' failed cycles in a row' else w.disabled_reason end
         from judged where w.id = judged.id and w.simulated = :simulated
         returning ends as disabled`,
        {
          webhookId,
          delivered,
          failed,
          leaseMs: checkedLeaseMs(waitMs, longestCycleWaitMs),
          mostFailures,
          ...(measured ?? { meanMs: null, lane: null, hadMs: 0 }),
        },
      );
      await run(
        `delete from webhook_attempts where webhook_id = :webhookId and id <= (
           select id from webhook_attempts where webhook_id = :webhookId order by id desc offset :kept limit 1)`,
        { webhookId, kept: keptAttempts },
      );
      return { disabled: row?.disabled ?? false, hasRoom };
    },

    async expire() {
      const hooks = new Set<number>();
      const expired = await removeInSteps(atOnce, async () => {
        const rows = await run<{ webhookId: number }>(expireSql, { atOnce });
        for (const { webhookId } of rows) hooks.add(webhookId);
        return rows;
      });
      for (let from = 0, all = [...hooks]; from < all.length; from += refreshedAtOnce)
        await refresh(all.slice(from, from + refreshedAtOnce));
      await run(resumeSql, {});
      return expired;
    },

    async waiting() {
      const [waiting] = await run<Waiting>(
        `select ${waitingSql('d', 'd.attempts > 0')}
         from ${subjectSql} join webhooks w on w.id = d.webhook_id
         join users u on u.id = w.user_id
         where d.simulated = :simulated and ${isDueSql} and w.enabled and u.is_active`,
        {},
      );
      return waiting;
    },

    async attempted(since) {
      const rows = await run<{ state: Attempt['outcome']; count: number }>(
        `select outcome as state, count(*)::integer as count from webhook_attempts
         where simulated = :simulated and attempted_at > :since group by outcome`,
        { since },
      );
      return countsOf(outcomes, rows);
    },

    async delays(since) {
      const [{ median, high }] = await run<{ median: number | null; high: number | null }>(
        `select percentile_cont(0.5) within group (order by seconds) as median,
           percentile_cont(0.99) within group (order by seconds) as high
         from (
           select cast(extract(epoch from ended_at - created_at) as double precision) as seconds from webhook_deliveries
           where simulated = :simulated and ended_at > :since and state = 'delivered') delivered`,
        { since },
      );
      return median === null || high === null ? undefined : { median, high };
    },

    log: (webhookId, limit) =>
      run<Attempt>(
        `select ${selectList({ id: 't.id', ...shown(attempt), attemptedAt: 't.attempted_at' })}
         from webhook_attempts t where webhook_id = :webhookId and simulated = :simulated
         order by id desc limit :limit`,
        { webhookId, limit },
      ),
  };
}

/** Rows per statement. */
const atOnce = 2000;
/** Webhooks per statement that notes their most urgent delivery. */
const refreshedAtOnce = 200;

/** A process that died before the end of a cycle has sent everything, and told nobody that there is room for what was deferred. */
const resumeSql = `
update webhooks w set unmatched = true
where w.simulated = :simulated and w.enabled and w.deferred_rank is not null and not w.unmatched
  and not exists (select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending')`;

/** Ends deliveries whose subject has ended. */
const expireSql = `
with ended as (
  update webhook_deliveries d set state = 'expired', ended_at = :now
  where d.id in (
    select d.id from ${subjectSql} where d.simulated = :simulated and d.state = 'pending' and not (${isCurrentSql})
    limit :atOnce for update of d skip locked)
  returning d.id, d.webhook_id, d.alert_id, ${messageIdSql('d')} as message_id
)
insert into webhook_attempts (simulated, webhook_id, delivery_id, alert_id, message_id, outcome, reason, attempted_at)
select cast(:simulated as boolean), webhook_id, id, alert_id, message_id, 'expired',
  case when alert_id is null then 'the echo was expected before it was delivered' else 'the alert ended before it was delivered' end, :now
from ended returning webhook_id as "webhookId"`;

/**
 * Removes ended deliveries and attempts. A delivery of an alert that is still active stays: without it the alert would match
 * again.
 */
async function removeOld(context: TableContext, before: Date): Promise<number> {
  const { knex, simulated } = context;
  await rowsOf(knex, 'delete from turns where had_at < :before', { before });
  const removed = await removeInSteps(atOnce, () =>
    rowsOf(
      knex,
      `delete from webhook_deliveries where id in (
         select d.id from ${subjectSql}
         where d.simulated = :simulated and d.ended_at < :before and a.status is distinct from 'active'
         order by d.ended_at limit :atOnce)
       returning id`,
      { simulated, before, atOnce },
    ),
  );
  return removed + (await removeOldRows(context, { from: 'webhook_attempts', column: 'attempted_at' }, before));
}
