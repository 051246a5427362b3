import type { Migration } from '../../migrations/migration.ts';

/** Places of users, and which alerts they were told of. */
export const savedLocations: Migration = {
  name: '028-saved-locations',
  sql: `
create table saved_locations (
  id              bigint generated always as identity primary key,
  simulated       boolean          not null,
  user_id         bigint           not null references users on delete cascade,
  name            text             not null,
  label           text,
  lat             double precision not null,
  lon             double precision not null,
  point           geometry(Point, 4326) not null,
  alerts_enabled  boolean          not null,
  min_severity    text             not null check (min_severity in ('Minor', 'Moderate', 'Severe', 'Extreme')),
  -- Part of the link that ends its e-mails; it permits nothing else.
  unsubscribe_key text             not null unique,
  created_at      timestamptz      not null
);
create index saved_locations_of_user on saved_locations (user_id, id);
create index saved_locations_point on saved_locations using gist (point) where alerts_enabled;

create table location_alerts (
  location_id  bigint      not null references saved_locations on delete cascade,
  alert_id     bigint      not null references alerts on delete cascade,
  told_at      timestamptz not null,
  primary key (location_id, alert_id)
);
create index location_alerts_of_alert on location_alerts (alert_id);
`,
};
