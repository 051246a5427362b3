import type { Migration } from '../../migrations/migration.ts';

/**
 * Webhooks and the log of their attempts. What must be delivered is a row of webhook_deliveries, written when an alert
 * matches; it is the outbox of the dispatchers.
 */
export const webhooks: Migration = {
  name: '029-webhooks',
  sql: `
create table webhooks (
  id                   bigint generated always as identity primary key,
  simulated            boolean     not null,
  user_id              bigint      not null references users on delete cascade,
  url                  text        not null,
  -- The geofence as it was given: west, south, east, north; or GeoJSON.
  bbox                 double precision[],
  geometry             jsonb,
  -- The same as a geometry: a box across the antimeridian has two parts.
  fence                geometry(Geometry, 4326) not null,
  -- Names of events as they were given; empty: all.
  event_types          text[]      not null,
  min_severity         text        check (min_severity in ('Minor', 'Moderate', 'Severe', 'Extreme')),
  enabled              boolean     not null default true,
  secret               text        not null,
  -- The secret before the last rotation, and until when it still signs.
  old_secret           text,
  old_secret_until     timestamptz,
  consecutive_failures integer     not null default 0,
  -- No delivery before: the start of the next cycle.
  next_cycle_at        timestamptz not null,
  -- A dispatcher works on it until then.
  leased_until         timestamptz,
  -- Whether the active alerts of before must still be matched: it is new, or its filters have changed.
  unmatched            boolean     not null default true,
  last_delivery_at     timestamptz,
  last_status          integer,
  disabled_at          timestamptz,
  disabled_reason      text,
  created_at           timestamptz not null,
  check ((bbox is null) <> (geometry is null))
);
create index webhooks_of_user on webhooks (user_id, id);
create index webhooks_fence on webhooks using gist (fence) where enabled;
create index webhooks_unmatched on webhooks (simulated) where unmatched and enabled;

create table webhook_deliveries (
  id            bigint generated always as identity primary key,
  simulated     boolean     not null,
  webhook_id    bigint      not null references webhooks on delete cascade,
  alert_id      bigint      not null references alerts on delete cascade,
  -- Severity of the alert when it matched: a rise makes a new delivery.
  severity      text        not null,
  rank          smallint    not null,
  state         text        not null default 'pending' check (state in ('pending', 'delivered', 'expired', 'superseded')),
  attempts      integer     not null default 0,
  created_at    timestamptz not null,
  ended_at      timestamptz,
  unique (webhook_id, alert_id, rank)
);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id) where state = 'pending';
create index webhook_deliveries_of_alert on webhook_deliveries (alert_id);
create index webhook_deliveries_ended on webhook_deliveries (simulated, ended_at) where ended_at is not null;

create table webhook_attempts (
  id            bigint generated always as identity primary key,
  simulated     boolean     not null,
  webhook_id    bigint      not null references webhooks on delete cascade,
  -- Null for a ping. The delivery itself may have been removed.
  delivery_id   bigint,
  alert_id      bigint,
  message_id    text        not null,
  outcome       text        not null check (outcome in ('delivered', 'failed', 'expired')),
  status_code   integer,
  error         text,
  reason        text,
  duration_ms   integer,
  -- The body that was sent; null if nothing was sent.
  body          text,
  reply         text,
  attempted_at  timestamptz not null
);
create index webhook_attempts_newest on webhook_attempts (webhook_id, id desc);
create index webhook_attempts_old on webhook_attempts (simulated, attempted_at);
`,
};
