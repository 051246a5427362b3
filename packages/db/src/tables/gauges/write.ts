import { rowsOf, type TableContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import { locateInZones } from '../../locate.ts';
import type { NewStageForecast, NewGauge, NewReading, NewSite } from './gauge.ts';

interface Stored {
  isNew: boolean;
}

const gaugesSql = `jsonb_to_recordset(cast(:given as jsonb)) as given (
  lid text, "usgsId" text, name text, state text, wfo text, lon double precision, lat double precision,
  forecast jsonb, thresholds jsonb)`;

/** Gives a gauge that was stored by its USGS number its name of the handbook. */
const adoptSql = `
update gauges g set lid = given.lid
from (select distinct on ("usgsId") lid, "usgsId" from ${gaugesSql} where "usgsId" is not null order by "usgsId", lid) given
where g.simulated = :simulated and g.lid is null and g.usgs_id = given."usgsId"
  and not exists (select from gauges named where named.simulated = :simulated and named.lid = given.lid)`;

/** Removes rows with the USGS number alone if another row has both identifiers. */
const dropOvertakenSql = `
delete from gauges g using ${gaugesSql}
where g.simulated = :simulated and g.lid is null and g.usgs_id = given."usgsId"`;

const thresholdsSql = 'action_stage, minor_stage, moderate_stage, major_stage';

const storeGaugesSql = `
insert into gauges as old (simulated, lid, usgs_id, name, state, wfo, place, ${thresholdsSql}, detailed_at, forecast_told)
select distinct on (lid) cast(:simulated as boolean), lid, "usgsId", name, state, wfo,
  ST_SetSRID(ST_MakePoint(lon, lat), 4326), cast(thresholds->>'action' as double precision),
  cast(thresholds->>'minor' as double precision), cast(thresholds->>'moderate' as double precision),
  cast(thresholds->>'major' as double precision), cast(:detailedAt as timestamptz), nullif(cast(forecast as text), 'null')
from ${gaugesSql} order by lid
on conflict (simulated, lid) do update set
  usgs_id = coalesce(excluded.usgs_id, old.usgs_id), name = excluded.name, state = coalesce(excluded.state, old.state),
  wfo = coalesce(excluded.wfo, old.wfo), place = excluded.place, forecast_told = excluded.forecast_told,
  (${thresholdsSql}) = (
    select ${thresholdsSql} from (values (excluded.detailed_at, excluded.action_stage, excluded.minor_stage,
        excluded.moderate_stage, excluded.major_stage), (old.detailed_at, old.action_stage, old.minor_stage,
        old.moderate_stage, old.major_stage)) as given (at, ${thresholdsSql}) order by at desc nulls last limit 1),
  detailed_at = coalesce(excluded.detailed_at, old.detailed_at)
where excluded.detailed_at is not null or excluded.usgs_id <> coalesce(old.usgs_id, '') or not old.place ~= excluded.place
  or (old.name, old.forecast_told) is distinct from (excluded.name, excluded.forecast_told)
  or (coalesce(excluded.state, old.state), coalesce(excluded.wfo, old.wfo)) is distinct from (old.state, old.wfo)
returning xmax = 0 as "isNew"`;

/** Removes forecasts that have ended by the list. */
const dropForecastsSql = `
delete from stage_forecasts f using gauges g
where f.gauge = g.id and g.simulated = :simulated and g.forecast_told is null and g.lid = any(:lids)`;

/** Stores gauges of the water prediction service. @param detailedAt when the page with the thresholds was read */
export async function storeGauges(
  trx: Handle,
  context: TableContext,
  gauges: NewGauge[],
  detailedAt: Date | null,
): Promise<Stored[]> {
  const { simulated } = context;
  const given = { simulated, given: JSON.stringify(gauges) };
  await rowsOf(trx, adoptSql, given);
  await rowsOf(trx, dropOvertakenSql, given);
  const stored = await rowsOf<Stored>(trx, storeGaugesSql, { ...given, detailedAt });
  await rowsOf(trx, dropForecastsSql, { simulated, lids: gauges.map(({ lid }) => lid) });
  await locateInZones(trx, context, 'gauges');
  return stored;
}

const storeSitesSql = `
insert into gauges (simulated, usgs_id, name, state, place)
select distinct on ("usgsId") cast(:simulated as boolean), "usgsId", name, state, ST_SetSRID(ST_MakePoint(lon, lat), 4326)
from jsonb_to_recordset(cast(:given as jsonb)) as given (
  "usgsId" text, name text, state text, lon double precision, lat double precision)
where not exists (select from gauges g where g.simulated = :simulated and g.usgs_id = given."usgsId")
order by "usgsId"
returning true as "isNew"`;

/** Stores new sites of the Geological Survey. */
export async function storeSites(trx: Handle, context: TableContext, sites: NewSite[]): Promise<Stored[]> {
  const stored = await rowsOf<Stored>(trx, storeSitesSql, {
    simulated: context.simulated,
    given: JSON.stringify(sites),
  });
  await locateInZones(trx, context, 'gauges');
  return stored;
}

/** Columns of a value and its unit, by the column of its time. */
const quantities: Record<string, string[]> = {
  stage_at: ['stage', 'stage_unit'],
  discharge_at: ['discharge', 'discharge_unit'],
  water_temp_at: ['water_temp_c'],
  category_at: ['category'],
};
const newer = (at: string): string => `excluded.${at} > coalesce(old.${at}, '-infinity')`;
const readingSql = Object.entries(quantities).flatMap(([at, columns]) => [...columns, at]);

const storeReadingsSql = `
with given as (
  select * from jsonb_to_recordset(cast(:given as jsonb)) as given (
    lid text, "usgsId" text, stage double precision, "stageUnit" text, "stageAt" timestamptz, discharge double precision,
    "dischargeUnit" text, "dischargeAt" timestamptz, "waterTempC" double precision, "waterTempAt" timestamptz,
    category text, "categoryAt" timestamptz)),
matched as (
  select g.id as gauge, given.* from given
  join gauges g on g.simulated = :simulated and g.usgs_id = given."usgsId" where given."usgsId" is not null
  union all
  select g.id as gauge, given.* from given
  join gauges g on g.simulated = :simulated and g.lid = given.lid where given."usgsId" is null)
insert into gauge_readings as old (gauge, simulated, ${readingSql.join(', ')})
select distinct on (gauge) gauge, cast(:simulated as boolean), stage, "stageUnit", "stageAt", discharge, "dischargeUnit", "dischargeAt",
  "waterTempC", "waterTempAt", category, "categoryAt"
from matched order by gauge, greatest("stageAt", "dischargeAt", "waterTempAt") desc nulls last
on conflict (gauge) do update set
  ${Object.entries(quantities)
    .flatMap(([at, columns]) =>
      [...columns, at].map((name) => `${name} = case when ${newer(at)} then excluded.${name} else old.${name} end`),
    )
    .join(', ')}
where ${Object.keys(quantities).map(newer).join(' or ')}
returning xmax = 0 as "isNew"`;

/** Stores readings of existing gauges; each value only if it is newer than the stored one. */
export function storeReadings(trx: Handle, { simulated }: TableContext, readings: NewReading[]): Promise<Stored[]> {
  return rowsOf<Stored>(trx, storeReadingsSql, { simulated, given: JSON.stringify(readings) });
}

const storeForecastsSql = `
with given as (
  select distinct on (g.id) g.id as gauge, given.*
  from jsonb_to_recordset(cast(:given as jsonb)) as given (
    lid text, "issuedAt" timestamptz, "stageUnit" text, "flowUnit" text, points jsonb, "endsAt" timestamptz)
  join gauges g on g.simulated = :simulated and g.lid = given.lid
  order by g.id, "issuedAt" desc nulls last)
insert into stage_forecasts as old (gauge, simulated, issued_at, stage_unit, flow_unit, points, ends_at)
select gauge, cast(:simulated as boolean), "issuedAt", "stageUnit", "flowUnit", points, "endsAt" from given
on conflict (gauge) do update set issued_at = excluded.issued_at, stage_unit = excluded.stage_unit,
  flow_unit = excluded.flow_unit, points = excluded.points, ends_at = excluded.ends_at
where (excluded.issued_at >= old.issued_at) is not false
  and (old.issued_at, old.points) is distinct from (excluded.issued_at, excluded.points)
returning xmax = 0 as "isNew"`;

/** Stores forecasts of existing gauges; they replace forecasts that were not issued later. */
export function storeForecasts(
  trx: Handle,
  { simulated }: TableContext,
  forecasts: NewStageForecast[],
): Promise<Stored[]> {
  const given = forecasts.map((forecast) => ({
    ...forecast,
    endsAt: new Date(Math.max(...forecast.points.map(({ at }) => at.getTime()))),
  }));
  return rowsOf<Stored>(trx, storeForecastsSql, { simulated, given: JSON.stringify(given) });
}
