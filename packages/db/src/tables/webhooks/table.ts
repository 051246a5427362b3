import { countRows, rowsOf, type TableContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import { boundValues, names, updates } from '../../columns.ts';
import { defineTable } from '../../table.ts';
import { webhooks as webhooksMigration } from './029-webhooks.ts';
import { fairTurns } from './058-fair-turns.ts';
import { expectedEchoes } from './064-expected-echoes.ts';
import { formats } from './065-formats.ts';
import { fenceJsonOf, fenceSql } from './fence.ts';
import {
  filters,
  format,
  webhookColumns,
  webhookOf,
  type ExpectingWebhook,
  type Geofence,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookRow,
} from './webhook.ts';
import { countsOf } from '../../outbox.ts';
import { checkedLeaseMs, leaseEndSql, leaseNowSql, leaseValues } from '../../lease.ts';

/** Webhooks of users. Methods with a user find only webhooks of that user. */
export interface Webhooks {
  /** Undefined if the user already has `most`. */
  insert(userId: number, webhook: NewWebhook, most: number): Promise<Webhook | undefined>;
  /** All of a user, by id. */
  ofUser(userId: number): Promise<Webhook[]>;
  find(userId: number, id: number): Promise<Webhook | undefined>;
  /** Undefined if the user has no such webhook. After a change of the geofence or a filter, active alerts are matched anew. */
  update(userId: number, id: number, change: WebhookChange): Promise<Webhook | undefined>;
  /** Sets a new secret; the old one remains valid until `oldUntil`. Undefined if the user has no such webhook. */
  rotate(userId: number, id: number, secret: string, oldUntil: Date): Promise<Webhook | undefined>;
  /** False if the user has no such webhook. */
  remove(userId: number, id: number): Promise<boolean>;
  /** Why a geometry cannot be a geofence, such as `Self-intersection`; undefined if it is valid. @param geometry GeoJSON with closed rings */
  problemOf(geometry: object): Promise<string | undefined>;
  /** Enabled webhooks of all users that are to be told of echoes and have not been lately, by id from the one behind `after`. */
  expecting(after: number, limit: number): Promise<ExpectingWebhook[]>;
  /** Webhooks of all users: enabled without failures, failing since their last success, and disabled. */
  countByState(): Promise<Record<(typeof webhookStates)[number], number>>;
  /** Enabled webhooks of all users with alerts that wait for room in the outbox. */
  countDeferring(): Promise<number>;
}

/** What a webhook that expects echoes is told of unless it says otherwise: heavy rain, half an hour before. */
const defaultEcho = { minDbz: 35, withinMinutes: 30 };

/** Columns that are as a user chooses. */
const chosen = { format, ...filters };

const webhookStates = ['ok', 'failing', 'disabled'] as const;

export const webhooksTable = defineTable({
  name: 'webhooks',
  migrations: [webhooksMigration, fairTurns, expectedEchoes, formats],
  create: createWebhooks,
});

function createWebhooks(context: TableContext): Webhooks {
  const { knex, simulated, clock } = context;
  const run = async (on: Handle, sql: string, values: Record<string, unknown>): Promise<Webhook[]> =>
    (await rowsOf<WebhookRow>(on, sql, { ...values, ...leaseValues(context), simulated, now: clock() })).map(webhookOf);
  const own = 'w.id = :id and w.user_id = :userId and w.simulated = :simulated';

  return {
    async insert(userId, webhook, most) {
      const { url, format: form = 'json', fence, eventTypes, minSeverity, secret, firstCycleMs = 0 } = webhook;
      const { occasion = 'issued', minDbz = defaultEcho.minDbz, withinMinutes = defaultEcho.withinMinutes } = webhook;
      const [made] = await run(
        knex,
        `insert into webhooks as w (simulated, user_id, url, host, ${names(chosen)}, bbox, geometry, fence, secret,
           next_cycle_at, created_at)
         select cast(:simulated as boolean), u.id, :url, :host, ${boundValues(chosen)}, :bbox, cast(:geometry as jsonb), ${fenceSql},
           :secret, ${leaseEndSql}, :now
         from users u
         where u.id = :userId and u.simulated = :simulated
           and has_room(u.id, 'webhooks', :most)
         returning ${webhookColumns}`,
        {
          userId,
          url,
          host: hostOf(url),
          format: form,
          ...fenceValues(fence),
          eventTypes: eventTypes ?? [],
          minSeverity,
          occasion,
          minDbz,
          withinMinutes,
          secret,
          most,
          leaseMs: checkedLeaseMs(firstCycleMs),
        },
      );
      return made;
    },

    ofUser: (userId) =>
      run(
        knex,
        `select ${webhookColumns} from webhooks w where w.user_id = :userId and w.simulated = :simulated order by w.id`,
        { userId },
      ),

    async find(userId, id) {
      const [found] = await run(knex, `select ${webhookColumns} from webhooks w where ${own}`, { userId, id });
      return found;
    },

    update: (userId, id, change) =>
      knex.transaction(async (trx) => {
        const { sets, values, refilters } = assignmentsOf(change);
        if (refilters) await removeUnsent(trx, userId, id);
        const [updated] = await run(
          trx,
          `update webhooks w set ${sets.join(', ')} where ${own} returning ${webhookColumns}`,
          { userId, id, ...values },
        );
        return updated;
      }),

    async rotate(userId, id, secret, oldUntil) {
      const [rotated] = await run(
        knex,
        `update webhooks w set secret = :secret, old_secret = w.secret, old_secret_until = :oldUntil
         where ${own} returning ${webhookColumns}`,
        { userId, id, secret, oldUntil },
      );
      return rotated;
    },

    async remove(userId, id) {
      const removed = await rowsOf(knex, `delete from webhooks w where ${own} returning w.id`, {
        userId,
        id,
        simulated,
      });
      return removed.length > 0;
    },

    async problemOf(geometry) {
      const [{ valid, reason }] = await rowsOf<{ valid: boolean; reason: string }>(
        knex,
        `select ST_IsValid(fence) as valid, ST_IsValidReason(fence) as reason from (select ${fenceSql} as fence) given`,
        { fenceJson: JSON.stringify(geometry) },
      );
      return valid ? undefined : reason;
    },

    expecting: (after, limit) =>
      rowsOf<ExpectingWebhook>(
        knex,
        `select w.id, w.min_dbz as "minDbz", w.within_minutes as "withinMinutes", ST_AsGeoJSON(w.fence) as fence
         from webhooks w
         where w.id > :after and w.simulated = :simulated and w.enabled and w.occasion = 'expected'
           and (w.told_until is null or w.told_until <= :now)
           and exists (select from users u where u.id = w.user_id and u.is_active)
         order by w.id limit :limit`,
        { after, limit, simulated, now: clock() },
      ),

    countDeferring: () =>
      countRows(knex, 'webhooks where simulated = :simulated and enabled and deferred_rank is not null', { simulated }),

    async countByState() {
      const rows = await rowsOf<{ state: (typeof webhookStates)[number]; count: number }>(
        knex,
        `select case when not enabled then 'disabled' when consecutive_failures > 0 then 'failing' else 'ok' end as state,
           cast(count(*) as integer) as count
         from webhooks where simulated = :simulated group by state`,
        { simulated },
      );
      return countsOf(webhookStates, rows);
    },
  };
}

/** Deliveries of the former filters that were not sent: matching makes those anew that still fit. */
async function removeUnsent(trx: Handle, userId: number, id: number): Promise<void> {
  await rowsOf(
    trx,
    `delete from webhook_deliveries d using webhooks w
     where w.id = :id and w.user_id = :userId and d.webhook_id = w.id and d.state = 'pending'`,
    { userId, id },
  );
}

/** The host of a URL in one spelling. An address that is no URL is never requested. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}

function fenceValues(fence: Geofence): Record<string, unknown> {
  const { bbox, geometry } = fence;
  return { bbox, geometry: geometry && JSON.stringify(geometry), fenceJson: fenceJsonOf(fence) };
}

/** The assignments of a change, and whether it changes which alerts match. */
function assignmentsOf({ url, fence, enabled, ...change }: WebhookChange): {
  sets: string[];
  values: Record<string, unknown>;
  refilters: boolean;
} {
  const refilters = fence !== undefined || updates(filters, change).length > 0;
  const sets = [
    ...(url === undefined ? ['url = w.url'] : newReceiver),
    ...updates(chosen, change),
    ...(fence === undefined ? [] : [`bbox = :bbox, geometry = cast(:geometry as jsonb), fence = ${fenceSql}`]),
    ...(refilters ? ['told_until = null'] : []),
    ...(refilters ? ['next_rank = null', 'next_expires = null', 'deferred_rank = null', 'deferred_at = null'] : []),
    ...(refilters || enabled ? ['unmatched = true'] : []),
    ...(enabled === undefined ? [] : enabled ? enable : disable),
  ];
  const values = {
    ...change,
    eventTypes: change.eventTypes ?? [],
    ...(url === undefined ? {} : { url, host: hostOf(url) }),
    ...(fence === undefined ? {} : fenceValues(fence)),
  };
  return { sets, values, refilters };
}

/** Nothing is known of the time that another receiver takes. */
const newReceiver = ['url = :url', 'host = :host', 'mean_ms = null', 'lane = default'];
const enable = [
  'enabled = true',
  'consecutive_failures = 0',
  `next_cycle_at = ${leaseNowSql}`,
  'disabled_at = null',
  'disabled_reason = null',
];
const disable = [
  'enabled = false',
  'disabled_at = case when w.enabled then :now else w.disabled_at end',
  `disabled_reason = case when w.enabled then 'disabled by its owner' else w.disabled_reason end`,
];
