import type { ClaimedWebhook } from './delivery.ts';

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
