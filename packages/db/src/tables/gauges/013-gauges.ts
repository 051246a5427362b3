import type { Migration } from '../../migrations/migration.ts';

/**
 * A gauge has a number of the Geological Survey, a name of five characters of the weather service, or both, by which the
 * readings of both come together. Of readings the newest of each kind are kept, in a row that is changed in place.
 */
export const gauges: Migration = {
  name: '013-gauges',
  sql: `
create table gauges (
  id              bigint generated always as identity primary key,
  simulated       boolean not null,
  lid             text,
  usgs_id         text,
  -- What it goes by.
  key             text    not null generated always as (coalesce(lid, usgs_id)) stored,
  name            text,
  state           text,
  wfo             text,
  place           geometry(Point, 4326) not null,
  -- Stages at which floods begin, and when they were told.
  action_stage    double precision,
  minor_stage     double precision,
  moderate_stage  double precision,
  major_stage     double precision,
  detailed_at     timestamptz,
  -- What the list of gauges says of its forecast; what it said when the forecast was fetched, and when that was.
  forecast_told   text,
  forecast_taken  text,
  forecast_at     timestamptz,
  -- When state and office were last looked for among the zones.
  located_at      timestamptz,
  unique (simulated, lid)
);
create index gauges_in_order on gauges (simulated, key, id);
create unique index gauges_without_lid on gauges (simulated, usgs_id) where lid is null;
create index gauges_of_number on gauges (simulated, usgs_id);
create index gauges_of_state on gauges (simulated, state, key);
create index gauges_to_locate on gauges (simulated, located_at nulls first)
  where located_at is null or state is null or wfo is null;
create index gauges_to_detail on gauges (simulated, detailed_at nulls first, key) where lid is not null;
create index gauges_to_forecast on gauges (simulated, forecast_at nulls first, key) where forecast_told is not null;
create index gauges_place on gauges using gist (place);
create index gauges_around on gauges using gist (geography(place));

create table gauge_readings (
  gauge           bigint primary key references gauges on delete cascade,
  simulated       boolean not null,
  stage           double precision,
  stage_unit      text,
  stage_at        timestamptz,
  discharge       double precision,
  discharge_unit  text,
  discharge_at    timestamptz,
  water_temp_c    double precision,
  water_temp_at   timestamptz,
  -- As the weather service tells it.
  category        text check (category in ('none', 'action', 'minor', 'moderate', 'major')),
  category_at     timestamptz,
  read_at         timestamptz generated always as (greatest(stage_at, discharge_at, water_temp_at)) stored
) with (fillfactor = 70);

create table stage_forecasts (
  gauge       bigint primary key references gauges on delete cascade,
  simulated   boolean     not null,
  issued_at   timestamptz,
  stage_unit  text,
  flow_unit   text,
  points      jsonb       not null,
  -- Time of the last point.
  ends_at     timestamptz not null
);
create index stage_forecasts_ended on stage_forecasts (simulated, ends_at);
`,
};
