import { isFreeSql, leaseEndSql } from '../../lease.ts';
import { chargeSql, shareSql, stepSql, turnsWaitingSql } from '../turns/share.ts';
import type { ClaimedWebhook, Wanted } from './delivery.ts';

/** SQL: what the delivery `d` is about: an alert `a`, or an echo that is expected. */
export const subjectSql = 'webhook_deliveries d left join alerts a on a.id = d.alert_id';

/** SQL: when it is over. */
export const expiresSql = 'coalesce(a.expires, d.expires)';

/** SQL: whether it is still to be told. */
export const isCurrentSql = `coalesce(a.status, 'active') = 'active' and ${expiresSql} > :now`;

/** Whether the webhook `w` may send. */
export const maySendSql = `w.simulated = :simulated and w.enabled
  and exists (select from users u where u.id = w.user_id and u.is_active)`;

/** What a dispatcher needs of the webhook `w`. */
export const receiverColumns = `w.id, w.url, w.format, w.secret, case when w.old_secret_until > :now then w.old_secret end as "oldSecret",
  w.consecutive_failures as "consecutiveFailures", w.turn, w.host, w.lane, w.mean_ms as "meanMs"`;

export type ReceiverRow = Omit<ClaimedWebhook, 'secrets'> & {
  secret: string;
  oldSecret: string | null;
};

/** The receiver of a row. */
export const receiverOf = ({ secret, oldSecret, ...rest }: ReceiverRow): ClaimedWebhook => ({
  ...rest,
  secrets: [secret, ...(oldSecret === null ? [] : [oldSecret])],
});

/** Longest time before the next cycle. */
export const longestCycleWaitMs = 20 * 60_000;

/** The lane of webhooks whose receivers are not known yet, also by default in the table. */
export const newLane = 3;

/** A claim of new webhooks without further limits. */
export const defaultWanted: Wanted = {
  lane: newLane,
  perTurn: 1000,
  perHost: 1000,
  busyTurns: [],
  busyHosts: [],
  cycleMs: 20,
};

/** SQL: the line of turns that a lane is. */
export const lineSql = (lane: string): string => `'webhooks ' || ${lane}`;

/** Whether the webhook `w` waits in the lane. An index has exactly these. */
const waitsSql = `w.simulated = :simulated and w.lane = :lane and w.enabled and w.next_rank is not null`;

/** Whether the webhook `w` has something to send: what the index says may be over, if a process has died in a cycle. */
const hasPendingSql = `exists (
  select from ${subjectSql} where d.webhook_id = w.id and d.state = 'pending' and ${isCurrentSql})`;

/** Whether the webhook `w` can be claimed now. */
const isDueSql = `${isFreeSql('w.next_cycle_at', longestCycleWaitMs)} and ${isFreeSql('w.leased_until')}`;

/**
 * Claims webhooks, see `WebhookDeliveries`. It goes from one turn of the index to the next, and reads the first webhooks of each: the
 * time depends on the number of turns that wait, and neither on that of webhooks nor on that of deliveries.
 */
export const claimSql = `
with recursive ${turnsWaitingSql('webhooks w', waitsSql)}, parts as (
  -- Of many turns, those that have had less have one webhook each; of a few, some have more.
  select ceil(2.0 * :limit / greatest(count(turn), 1)) as part from turns_waiting
), found as (
  select first.*, shared.share + (first.place_in_turn - 1) * :cycleMs as share
  from turns_waiting
  cross join lateral (select ${shareSql(lineSql(':lane'), 'turns_waiting.turn')} as share) shared
  cross join lateral (
    select w.id, w.turn, w.host, w.next_rank, w.next_expires,
      row_number() over (order by w.next_rank desc, w.next_expires, w.id) as place_in_turn
    from webhooks w
    where ${waitsSql} and w.turn = turns_waiting.turn and ${isDueSql} and ${maySendSql} and ${hasPendingSql}
      and w.host <> all(:busyHosts)
    order by w.next_rank desc, w.next_expires, w.id limit least(:perTurn, (select part from parts))
  ) first
  where turns_waiting.turn <> all(:busyTurns)
), ordered as materialized (
  select id, host, row_number() over (
    order by ${stepSql('share')}, next_rank desc, next_expires, share, place_in_turn, id) as place
  from found
), admitted as (
  select id, place, row_number() over (partition by host order by place) as place_in_host from ordered
), due as materialized (
  select w.id, admitted.place from admitted join webhooks w on w.id = admitted.id
  where admitted.place_in_host <= :perHost and ${isDueSql}
  order by admitted.place limit :limit for update of w skip locked
), claimed as (
  update webhooks w set leased_until = ${leaseEndSql} from due where w.id = due.id
  returning ${receiverColumns}, due.place
), charged as (${chargeSql(lineSql('lane'), `select turn, lane, count(*) * cast(:cycleMs as double precision) as ms from claimed group by turn, lane`)})
select id, url, format, secret, "oldSecret", "consecutiveFailures", turn, host, lane, "meanMs" from claimed order by place`;
