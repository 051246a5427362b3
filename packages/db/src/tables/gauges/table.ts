import type { SearchArea } from '@severe/geo';
import { allOf, equals, geoJsonOf, inArea, inTime, isAmong, pageOf, type Condition, type Page } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import {
  reading,
  type GaugeChange,
  type GaugeParameter,
  type GaugeRow,
  type GaugeSearch,
  type GaugeState,
  type NewStageForecast,
  type NewGauge,
  type NewReading,
  type NewSite,
  type StageForecast,
} from './gauge.ts';
import { storeForecasts, storeGauges, storeReadings, storeSites } from './write.ts';
import { names } from '../../columns.ts';
import { countStored, latestOf, type StoredRow } from '../../stored.ts';
import { defineTable } from '../../table.ts';
import { gauges as gaugesMigration } from './013-gauges.ts';

export interface Gauges {
  /**
   * Stores gauges of the water prediction service with their observations.
   *
   * @param options.detailed whether the list contains thresholds
   */
  store(gauges: NewGauge[], options?: { detailed: boolean }): Promise<GaugeChange>;
  /** Stores new sites of the Geological Survey, and readings of any gauge. */
  storeReadings(sites: NewSite[], readings: NewReading[]): Promise<GaugeChange>;
  /** Stores forecasts of existing gauges. */
  storeForecasts(forecasts: NewStageForecast[]): Promise<GaugeChange>;
  /** Gauges with a newer forecast than the fetched one, or one fetched before a time; floods first. */
  dueForecasts(limit: number, before: Date): Promise<string[]>;
  /** Records that the current forecast of a gauge was fetched, whether there was one or not. */
  markForecastFetched(lid: string): Promise<void>;
  /** Gauges whose thresholds were not fetched since a time; floods and forecasts first. */
  dueDetails(limit: number, before: Date): Promise<string[]>;
  /** Records that the thresholds of a gauge were requested without a result. */
  markDetailed(lid: string): Promise<void>;
  /** In order of their keys. */
  search(search: GaugeSearch): Promise<Page<GaugeRow>>;
  /** The forecast of a gauge by either identifier; null if none is active, undefined for an unknown gauge. */
  forecastOf(id: string, at: Date): Promise<{ key: string; forecast: StageForecast | null } | undefined>;
}

const timeOf: Record<GaugeParameter, string> = {
  streamflow: 'discharge_at',
  gage_height: 'stage_at',
  water_temp: 'water_temp_at',
};

const sourceSql = `(select g.*, ${names(reading, 'r')}, r.read_at from gauges g join gauge_readings r on r.gauge = g.id)`;

const fresh = (column: string, at: string): string => `case when t.${at} > :since then t.${column} end`;

/** The category of the weather service; if it is old or missing, the category of the stage by the thresholds. */
const categorySql = `coalesce(${fresh('category', 'category_at')}, case
  when t.stage_at <= :since or t.stage is null
    or coalesce(t.action_stage, t.minor_stage, t.moderate_stage, t.major_stage) is null then null
  when t.stage >= t.major_stage then 'major' when t.stage >= t.moderate_stage then 'moderate'
  when t.stage >= t.minor_stage then 'minor' when t.stage >= t.action_stage then 'action' else 'none' end)`;

const columnsSql = `t.id, t.key, t.usgs_id as "usgsId", t.name, t.state, t.wfo,
  ${fresh('stage', 'stage_at')} as stage, ${fresh('stage_unit', 'stage_at')} as "stageUnit",
  ${fresh('discharge', 'discharge_at')} as discharge, ${fresh('discharge_unit', 'discharge_at')} as "dischargeUnit",
  ${fresh('water_temp_c', 'water_temp_at')} as "waterTempC", t.read_at as at, ${categorySql} as category,
  case when coalesce(t.action_stage, t.minor_stage, t.moderate_stage, t.major_stage) is not null then
    json_build_object('action', t.action_stage, 'minor', t.minor_stage, 'moderate', t.moderate_stage,
      'major', t.major_stage) end as thresholds,
  exists (select from stage_forecasts f where f.gauge = t.id and f.ends_at > :at) as "hasForecast",
  ${geoJsonOf('t.place')} as geometry`;

/** An array, which is made once: the planner expects a single gauge in an area, and would join the readings to it one by one. */
function placedIn(area: SearchArea | undefined): Condition | undefined {
  const condition = inArea(area, 'p.place', 'points', true);
  return condition && { ...condition, sql: `t.id = any(array(select p.id from gauges p where ${condition.sql}))` };
}

/** Whether a flood is observed or forecast. */
const inFloodSql = `coalesce(r.category in ('minor', 'moderate', 'major')
  or cast(g.forecast_told as jsonb)->>'category' in ('minor', 'moderate', 'major'), false)`;

export const gaugesTable = defineTable({
  name: 'gauges',
  migrations: [gaugesMigration],
  dataSet: 'gauges',
  streamSource: 'gauges',
  retention: { keep: { hours: 24 }, remove: removeOldForecasts },
  create: createGauges,
});

function createGauges(context: TableContext): Gauges {
  const { knex, simulated, clock } = context;

  /** Changes the data set; `dataAt` is the time of the newest reading. */
  const changed = (
    work: (trx: typeof knex) => Promise<StoredRow[]>,
    times: (Date | null)[] = [],
  ): Promise<GaugeChange> =>
    changeDataSet(context, async (trx) => {
      const stored = await work(trx);
      return { result: countStored(stored), changed: stored.length > 0, dataAt: latestOf(times) };
    });

  return {
    store(gauges, { detailed } = { detailed: false }) {
      const readings = gauges.flatMap(({ lid, observed }) => (observed ? [readingOf(lid, observed)] : []));
      return changed(
        async (trx) => {
          const stored = await storeGauges(trx, context, gauges, detailed ? clock() : null);
          const read = await storeReadings(trx, context, readings);
          return [...stored, ...read.map(() => ({ isNew: false }))];
        },
        gauges.map(({ observed }) => observed?.at ?? null),
      );
    },

    storeReadings: (sites, readings) =>
      changed(
        async (trx) => {
          const stored = await storeSites(trx, context, sites);
          const read = await storeReadings(trx, context, readings);
          return [...stored, ...read.map(() => ({ isNew: false }))];
        },
        readings.flatMap(({ stageAt, dischargeAt, waterTempAt }) => [stageAt, dischargeAt, waterTempAt]),
      ),

    storeForecasts: (forecasts) => changed((trx) => storeForecasts(trx, context, forecasts)),

    dueForecasts: (limit, before) =>
      lidsOf(
        `select g.lid from gauges g left join gauge_readings r on r.gauge = g.id
         where g.simulated = :simulated and g.forecast_told is not null
           and (g.forecast_taken is distinct from g.forecast_told or g.forecast_at < :before)
         order by ${inFloodSql} desc, g.forecast_at nulls first, g.key limit :limit`,
        { before, limit },
      ),

    async markForecastFetched(lid) {
      await rowsOf(
        knex,
        `update gauges set forecast_taken = forecast_told, forecast_at = :now where simulated = :simulated and lid = :lid`,
        { simulated, lid, now: clock() },
      );
    },

    dueDetails: (limit, before) =>
      lidsOf(
        `select g.lid from gauges g left join gauge_readings r on r.gauge = g.id
         where g.simulated = :simulated and g.lid is not null and (g.detailed_at is null or g.detailed_at < :before)
         order by ${inFloodSql} desc, g.detailed_at nulls first, g.forecast_told is null, g.key limit :limit`,
        { before, limit },
      ),

    async markDetailed(lid) {
      await rowsOf(knex, `update gauges set detailed_at = :now where simulated = :simulated and lid = :lid`, {
        simulated,
        lid,
        now: clock(),
      });
    },

    search({ area, state, wfo, keys, parameter, aboveFlood, since, at, limit, offset, through, ...range }) {
      return pageOf<GaugeRow & { id: string }>(knex, {
        columns: columnsSql,
        from: sourceSql,
        where: allOf([
          { sql: 't.simulated = :simulated and t.read_at > :since', values: { simulated, since, at } },
          equals('state', state),
          equals('wfo', wfo),
          isAmong('t.key', 'keys', keys),
          inTime(range, 't.read_at'),
          parameter && { sql: `t.${timeOf[parameter]} > :since`, values: {} },
          aboveFlood ? { sql: `${categorySql} in ('minor', 'moderate', 'major')`, values: {} } : undefined,
          placedIn(area),
        ]),
        order: 't.key, t.id',
        countSeparately: true,
        prepared: true,
        limit,
        offset,
        through,
      });
    },

    async forecastOf(id, at) {
      const [found] = await rowsOf<{ key: string; points: StageForecast['points'] | null } & StageForecast>(
        knex,
        `select g.key, f.issued_at as "issuedAt", f.stage_unit as "stageUnit", f.flow_unit as "flowUnit", f.points
         from gauges g left join stage_forecasts f on f.gauge = g.id and f.ends_at > :at
         where g.simulated = :simulated and (g.lid = upper(:id) or g.usgs_id = :id)
         order by f.gauge is null, g.key limit 1`,
        { simulated, id, at },
      );
      if (!found) return undefined;
      const { key, ...forecast } = found;
      return { key, forecast: found.points === null ? null : forecast };
    },
  };

  async function lidsOf(sql: string, values: Record<string, unknown>): Promise<string[]> {
    const rows = await rowsOf<{ lid: string }>(knex, sql, { simulated, ...values });
    return rows.map(({ lid }) => lid);
  }
}

/** Removes forecasts that have ended. Gauges and their readings stay. */
async function removeOldForecasts({ knex, simulated }: TableContext, before: Date): Promise<number> {
  const removed = await rowsOf(
    knex,
    `delete from stage_forecasts where simulated = :simulated and ends_at < :before returning gauge`,
    { simulated, before },
  );
  return removed.length;
}

function readingOf(lid: string, { at, stage, stageUnit, discharge, dischargeUnit, category }: GaugeState): NewReading {
  return {
    lid,
    usgsId: null,
    stage,
    stageUnit,
    stageAt: stage === null ? null : at,
    discharge,
    dischargeUnit,
    dischargeAt: discharge === null ? null : at,
    waterTempC: null,
    waterTempAt: null,
    category,
    categoryAt: category === null ? null : at,
  };
}
