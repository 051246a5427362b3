import type { Migration } from '../../migrations/migration.ts';

/**
 * Zones are facts of both worlds. An alert is one row an event; its versions and the messages it was made of lie beside
 * it. What a provider sends as a polygon stays apart from the shapes of zones: alerts without a polygon are found
 * through alert_zones.
 */
export const alerts: Migration = {
  name: '005-alerts',
  sql: `
create table zones (
  kind        text    not null check (kind in ('county', 'forecast', 'fire')),
  ugc         text    not null,
  name        text    not null,
  state       text,
  wfo         text,
  shape       geometry(Geometry, 4326) not null,
  -- Whether the shape is drawn for small maps: good to a kilometre or so.
  simplified  boolean not null,
  primary key (ugc, kind)
);
create index zones_shape on zones using gist (shape);
create index zones_around on zones using gist (geography(shape));

create table alerts (
  id               bigint generated always as identity primary key,
  simulated        boolean     not null,
  event_key        text        not null,
  version          integer     not null,
  status           text        not null check (status in ('active', 'cancelled', 'upgraded', 'expired', 'ended')),
  event            text        not null,
  severity         text        not null,
  urgency          text        not null,
  certainty        text        not null,
  headline         text,
  message_type     text        not null,
  sent             timestamptz not null,
  effective        timestamptz,
  onset            timestamptz,
  expires          timestamptz not null,
  ends             timestamptz,
  wfo              text,
  states           text[]      not null,
  fips             text[]      not null,
  area_desc        text        not null,
  -- As kind/ugc, since a forecast zone and a fire zone may share their code.
  zones            text[]      not null,
  tags             jsonb       not null,
  motion           jsonb,
  description      text,
  instruction      text,
  polygon          geometry(Geometry, 4326),
  -- The messages that it is made of now, and a digest of what they say.
  messages         text[]      not null,
  digest           text        not null,
  -- Versions of the data set, in which it came and in which it last changed.
  created_version  bigint      not null,
  changed_version  bigint      not null,
  unique (simulated, event_key)
);
create index alerts_active on alerts (simulated, expires) where status = 'active';
create index alerts_newest on alerts (simulated, sent desc, id desc);
create index alerts_changes on alerts (simulated, changed_version, id);
create index alerts_shape on alerts using gist (polygon);
create index alerts_around on alerts using gist (geography(polygon));
create index alerts_active_shape on alerts using gist (polygon) where status = 'active';
create index alerts_active_around on alerts using gist (geography(polygon)) where status = 'active';

create table alert_versions (
  alert_id  bigint      not null references alerts on delete cascade,
  version   integer     not null,
  sent      timestamptz not null,
  action    text        not null,
  messages  text[]      not null,
  primary key (alert_id, version)
);

create table alert_messages (
  simulated   boolean not null,
  identifier  text    not null,
  alert_id    bigint  not null references alerts on delete cascade,
  primary key (simulated, identifier)
);
create index alert_messages_of on alert_messages (alert_id);

-- Of alerts without a polygon only: the zones through which they are found.
create table alert_zones (
  alert_id  bigint  not null references alerts on delete cascade,
  kind      text    not null,
  ugc       text    not null,
  active    boolean not null,
  primary key (ugc, kind, alert_id)
);
create index alert_zones_of on alert_zones (alert_id);
create index alert_zones_active on alert_zones (ugc, kind, alert_id) where active;
`,
};
