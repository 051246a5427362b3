import { rowsOf, type TableContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import type { StoredRow } from '../../stored.ts';
import { assignments, column, givenPoint, givenPosition, givenRows, givenValues, names } from '../../columns.ts';
import { locateInZones } from '../../locate.ts';
import {
  gauge,
  reading,
  site,
  type NewStageForecast,
  type NewGauge,
  type NewReading,
  type NewSite,
  type Thresholds,
} from './gauge.ts';

const gaugesSql = givenRows({ ...gauge, ...givenPosition, forecast: 'forecast jsonb', thresholds: 'thresholds jsonb' });

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

const thresholdNames = ['action', 'minor', 'moderate', 'major'] as const satisfies (keyof Thresholds)[];
const thresholdsOf = (prefix = '') => thresholdNames.map((name) => `${prefix}${name}_stage`).join(', ');
const thresholdsSql = thresholdsOf();

const storeGaugesSql = `
insert into gauges as old (simulated, ${names(gauge)}, place, ${thresholdsSql}, detailed_at, forecast_told)
select distinct on (lid) cast(:simulated as boolean), ${givenValues(gauge)}, ${givenPoint},
  ${thresholdNames.map((name) => `cast(thresholds->>'${name}' as double precision)`).join(', ')},
  cast(:detailedAt as timestamptz), nullif(cast(forecast as text), 'null')
from ${gaugesSql} order by lid
on conflict (simulated, lid) do update set
  usgs_id = coalesce(excluded.usgs_id, old.usgs_id), name = excluded.name, state = coalesce(excluded.state, old.state),
  wfo = coalesce(excluded.wfo, old.wfo), place = excluded.place, forecast_told = excluded.forecast_told,
  (${thresholdsSql}) = (
    select ${thresholdsSql} from (values
      (excluded.detailed_at, ${thresholdsOf('excluded.')}), (old.detailed_at, ${thresholdsOf('old.')})
    ) as given (at, ${thresholdsSql}) order by at desc nulls last limit 1),
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
): Promise<StoredRow[]> {
  const { simulated } = context;
  const given = { simulated, given: JSON.stringify(gauges) };
  await rowsOf(trx, adoptSql, given);
  await rowsOf(trx, dropOvertakenSql, given);
  const stored = await rowsOf<StoredRow>(trx, storeGaugesSql, { ...given, detailedAt });
  await rowsOf(trx, dropForecastsSql, { simulated, lids: gauges.map(({ lid }) => lid) });
  await locateInZones(trx, context, 'gauges');
  return stored;
}

const storeSitesSql = `
insert into gauges (simulated, ${names(site)}, place)
select distinct on ("usgsId") cast(:simulated as boolean), ${givenValues(site)}, ${givenPoint}
from ${givenRows({ ...site, ...givenPosition })}
where not exists (select from gauges g where g.simulated = :simulated and g.usgs_id = given."usgsId")
order by "usgsId"
returning true as "isNew"`;

/** Stores new sites of the Geological Survey. */
export async function storeSites(trx: Handle, context: TableContext, sites: NewSite[]): Promise<StoredRow[]> {
  const stored = await rowsOf<StoredRow>(trx, storeSitesSql, {
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

const storeReadingsSql = `
with given as (
  select * from ${givenRows({ lid: gauge.lid, usgsId: gauge.usgsId, ...reading })}),
matched as (
  select g.id as gauge, given.* from given
  join gauges g on g.simulated = :simulated and g.usgs_id = given."usgsId" where given."usgsId" is not null
  union all
  select g.id as gauge, given.* from given
  join gauges g on g.simulated = :simulated and g.lid = given.lid where given."usgsId" is null)
insert into gauge_readings as old (gauge, simulated, ${names(reading)})
select distinct on (gauge) gauge, cast(:simulated as boolean), ${givenValues(reading)}
from matched given order by gauge, greatest("stageAt", "dischargeAt", "waterTempAt") desc nulls last
on conflict (gauge) do update set
  ${Object.entries(quantities)
    .flatMap(([at, columns]) =>
      [...columns, at].map((name) => `${name} = case when ${newer(at)} then excluded.${name} else old.${name} end`),
    )
    .join(', ')}
where ${Object.keys(quantities).map(newer).join(' or ')}
returning xmax = 0 as "isNew"`;

/** Stores readings of existing gauges; each value only if it is newer than the stored one. */
export function storeReadings(trx: Handle, { simulated }: TableContext, readings: NewReading[]): Promise<StoredRow[]> {
  return rowsOf<StoredRow>(trx, storeReadingsSql, { simulated, given: JSON.stringify(readings) });
}

/** The forecast of a gauge. */
const stageForecast = {
  issuedAt: column<Date | null>('issued_at timestamptz'),
  stageUnit: column<string | null>('stage_unit text'),
  flowUnit: column<string | null>('flow_unit text'),
  points: column<NewStageForecast['points']>('points jsonb'),
  endsAt: column<Date>('ends_at timestamptz'),
};

const storeForecastsSql = `
with given as (
  select distinct on (g.id) g.id as gauge, given.*
  from ${givenRows({ lid: gauge.lid, ...stageForecast })}
  join gauges g on g.simulated = :simulated and g.lid = given.lid
  order by g.id, "issuedAt" desc nulls last)
insert into stage_forecasts as old (gauge, simulated, ${names(stageForecast)})
select gauge, cast(:simulated as boolean), ${givenValues(stageForecast)} from given
on conflict (gauge) do update set ${assignments(stageForecast)}
where (excluded.issued_at >= old.issued_at) is not false
  and (old.issued_at, old.points) is distinct from (excluded.issued_at, excluded.points)
returning xmax = 0 as "isNew"`;

/** Stores forecasts of existing gauges; they replace forecasts that were not issued later. */
export function storeForecasts(
  trx: Handle,
  { simulated }: TableContext,
  forecasts: NewStageForecast[],
): Promise<StoredRow[]> {
  const given = forecasts.map((forecast) => ({
    ...forecast,
    endsAt: new Date(Math.max(...forecast.points.map(({ at }) => at.getTime()))),
  }));
  return rowsOf<StoredRow>(trx, storeForecastsSql, { simulated, given: JSON.stringify(given) });
}
