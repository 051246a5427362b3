import { dayMs, hourMs, minuteMs } from '@severe/async';
import { boxAround, withoutCrossing } from '@severe/geo';
import { preparedRows, type TableContext } from '../../context.ts';
import { datesOf } from '../../dates.ts';
import { defineTable, selectList } from '../../table.ts';
import { inAreaOrZones, readAlert } from '../alerts/table.ts';
import { nearestCitySql, readAround, type ZoneRow, zonesAroundSql } from '../places/table.ts';
import { discussionsTable, type DiscussionRow } from '../discussions/table.ts';
import type { OutlookRow } from '../outlooks/table.ts';
import { reportsTable, type ReportRow } from '../reports/table.ts';
import { readWatch, watchesTable } from '../watches/table.ts';
import { reach } from './reach.ts';
import type { AlertSurroundings, CountySurroundings, Surroundings, SurroundingsQueries } from './surroundings.ts';
import { placeNamesSql, pointSql } from '../../filters.ts';
import { observationsTable, stationSql } from '../observations/table.ts';
import { watchCovers, watchCoversCounty } from '../watches/watch-covers.ts';
import { alertsSql, discussionsSql, firstOf, listOf, outlooksSql, reportsSql, watchesSql } from './parts.ts';

/** Queries over several tables about one place, alert or county: one statement each. It has no rows of its own. */
export const surroundingsTable = defineTable({ name: 'alerts', migrations: [], create: createSurroundings });

function createSurroundings({ knex, simulated }: TableContext): SurroundingsQueries {
  async function one<Row>(sql: string, values: Record<string, unknown>): Promise<Row | undefined> {
    const [row] = await preparedRows<Row>(knex, sql, { simulated, ...values });
    return row;
  }

  return {
    async of({ lat, lon }, at) {
      const [west, south, east, north] = withoutCrossing(boxAround({ lat, lon }, reach.lightningM));
      const before = (ms: number) => new Date(at.getTime() - ms);
      const row = (await one<PlaceRow>(placeSql, {
        lat,
        lon,
        at,
        nearestM: reach.cityM,
        reportsSince: before(reach.reportsHours * hourMs),
        observedSince: before(reach.observationHours * hourMs),
        recentSince: before(reach.recentMinutes * minuteMs),
        scannedSince: before(reach.scanMinutes * minuteMs),
        flashesSince: before(reach.lightningMinutes * minuteMs),
        west,
        south,
        east,
        north,
      }))!;
      return {
        alerts: row.alerts.map(readAlert),
        storms: row.storms.map(readAlert),
        cells: row.cells.map((cell) => datesOf(cell, ['frameAt'])),
        watches: row.watches.map(readWatchJson),
        discussions: row.discussions.map(readDiscussion),
        outlooks: row.outlooks.map(readOutlook),
        eros: row.eros.map(readOutlook),
        reports: row.reports.map(readReport),
        observation: row.observation && datesOf(row.observation, ['at']),
        lightning: {
          count: row.lightning.count,
          newestAt: row.lightning.newestAt === null ? null : new Date(row.lightning.newestAt),
          radiusM: reach.lightningM,
          minutes: reach.lightningMinutes,
        },
        near: row.near ?? undefined,
        around: readAround(row.zones),
      };
    },

    async ofAlert(id, at) {
      const row = await one<AlertSurroundingsRow>(alertSql, { id, at });
      if (!row) return { watch: null, discussion: null, reports: [] };
      return {
        watch: row.watch && readWatchJson(row.watch),
        discussion: row.discussion && readDiscussion(row.discussion),
        reports: row.reports.map(readReport),
      };
    },

    async ofCounty({ ugc, fips }, at) {
      const since = (days: number) => new Date(at.getTime() - days * dayMs);
      const values = { ugc, fips, at, reportsSince: since(1), tracksSince: since(365) };
      const row = (await one<CountyRow>(countySql, values))!;
      return {
        alerts: row.alerts.map(readAlert),
        watches: row.watches.map(readWatchJson),
        discussions: row.discussions.map(readDiscussion),
        outlooks: row.outlooks.map(readOutlook).sort((a, b) => (b.riskRank ?? 0) - (a.riskRank ?? 0)),
        reports: { tornado: 0, hail: 0, wind: 0, flood: 0, ...row.reports },
        tracks: row.tracks,
      };
    },
  };
}

/** A row with lists as the database writes them to JSON: times are texts, ids are numbers. */
type AsJson<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] };
type AlertJson = Parameters<typeof readAlert>[0];
type WatchJson = AsJson<Parameters<typeof readWatch>[0]>;
type DiscussionJson = AsJson<DiscussionRow>;
type OutlookJson = AsJson<OutlookRow>;

interface PlaceRow {
  alerts: AlertJson[];
  storms: AlertJson[];
  cells: AsJson<Surroundings['cells'][number]>[];
  watches: WatchJson[];
  discussions: DiscussionJson[];
  outlooks: OutlookJson[];
  eros: OutlookJson[];
  reports: AsJson<Surroundings['reports'][number]>[];
  observation: AsJson<NonNullable<Surroundings['observation']>> | null;
  lightning: { count: number; newestAt: string | null };
  near: Surroundings['near'] | null;
  zones: ZoneRow[];
}

interface AlertSurroundingsRow {
  watch: WatchJson | null;
  discussion: DiscussionJson | null;
  reports: AsJson<AlertSurroundings['reports'][number]>[];
}

interface CountyRow {
  alerts: AlertJson[];
  watches: WatchJson[];
  discussions: DiscussionJson[];
  outlooks: OutlookJson[];
  reports: Partial<CountySurroundings['reports']>;
  tracks: number;
}

const readWatchJson = (row: WatchJson) => readWatch(datesOf(row, ['issuedAt', 'expiresAt']));
const readReport = <Row extends AsJson<ReportRow>>(row: Row) => datesOf(row, ['at', 'receivedAt']);
const readDiscussion = (row: DiscussionJson): DiscussionRow => datesOf(row, ['issuedAt', 'expiresAt']);
const readOutlook = (row: OutlookJson): OutlookRow => datesOf(row, ['issuedAt', 'validFrom', 'validTo']);

/** Alerts that cover the place, by polygon or zone. Only the SQL is used: the statement binds `:lat` and `:lon`. */
const alertCovers = inAreaOrZones({ point: { lat: 0, lon: 0 } }, true).sql;
const covers = `ST_Intersects(t.shape, ${placeNamesSql})`;
const within = (column: string, metres: number | string) =>
  `ST_DWithin(geography(${column}), geography(${pointSql}), ${metres})`;

/** Recent observations first, then by distance: a station that reports hourly must not hide a nearer one for long. */
const observationSql = `
  select ${selectList(observationsTable.columns)}, ST_Y(t.place) as lat, ST_X(t.place) as lon from (
    select o.*, ${stationSql} from stations s cross join lateral (
      select * from observations o
      where o.station_id = s.id and o.at > :observedSince and o.at <= :at order by o.at desc, o.source desc limit 1) o
    where s.simulated = :simulated and ${within('s.place', reach.stationM)}) t
  order by (t.at > :recentSince and t.temperature_c is not null) desc, geography(t.place) <-> geography(${pointSql}), t.id
  limit 1`;

/** The box serves the index of positions; the condition on the distance is exact. */
const lightningSql = `
  select count(*) as count, max(t.flash_time) as "newestAt" from lightning t
  where t.simulated = :simulated and t.flash_time > :flashesSince and t.flash_time <= :at
    and t.place && ST_MakeEnvelope(:west, :south, :east, :north, 4326) and ${within('t.place', reach.lightningM)}`;

/** Cells that a warning covers are left out: its own motion counts. */
const cellsSql = `
  select t.cell, t.frame_at as "frameAt", ST_Y(t.place) as lat, ST_X(t.place) as lon, t.toward_deg as "towardDeg",
    t.speed_mps as "speedMps", t.spread_deg as "spreadDeg", t.max_dbz as "maxDbz"
  from storm_cells t
  where t.simulated = :simulated and t.frame_at > :scannedSince and t.toward_deg is not null
    and t.scan = (select id from storm_scans where simulated = :simulated order by frame_at desc limit 1)
    and ${within('t.place', reach.stormsM)}
    and not exists (
      select from alerts a where a.simulated = :simulated and a.status = 'active' and a.expires > :at
        and a.motion is not null and ST_Intersects(a.polygon, t.place))
  order by geography(t.place) <-> geography(${pointSql}), t.id limit ${reach.records}`;

/** Everything around a place, each list as a column of one row. */
const placeSql = `select
  ${listOf(alertsSql(alertCovers, reach.records))} as alerts,
  ${listOf(alertsSql(`t.motion is not null and ${within('t.polygon', reach.stormsM)}`, reach.records))} as storms,
  ${listOf(cellsSql)} as cells,
  ${listOf(
    watchesSql(
      watchCovers((column) => `ST_Intersects(${column}, ${pointSql})`),
      reach.records,
    ),
  )} as watches,
  ${listOf(discussionsSql(covers, reach.records))} as discussions,
  ${listOf(outlooksSql('outlooks', covers, reach.records))} as outlooks,
  ${listOf(outlooksSql('eros', covers, reach.records))} as eros,
  ${listOf(reportsSql(`t.at > :reportsSince and ${within('t.point', reach.reportsM)}`, reach.records))} as reports,
  ${firstOf(observationSql)} as observation,
  ${firstOf(lightningSql)} as lightning,
  ${firstOf(nearestCitySql)} as near,
  ${listOf(zonesAroundSql)} as zones`;

/** Reports of a storm begin this long before its first message. */
const beforeIssue = `interval '30 minutes'`;
/** Reports of one storm. */
const mostReports = 200;

/** Valid when the alert `a` was; the one that covers most of its polygon first. */
const valid = `t.simulated = :simulated and t.issued <= a."validAt" and t.expires > a."validAt"`;
const overlaps = (column: string) => `ST_Intersects(${column}, a.polygon)`;
const mostFirst =
  'order by ST_Area(ST_Intersection(t.shape, a.polygon)) desc nulls last, t.issued desc, t.id desc limit 1';

/**
 * What surrounds an alert. For an alert in force, watch and discussion are in force too; for an ended one they are those
 * that were valid when it expired.
 */
const alertSql = `
with a as (
  select polygon, least(:at, expires - interval '1 second') as "validAt", expires as "endsAt",
    expires > :at and status = 'active' as active,
    coalesce((select min(sent) from alert_versions where alert_id = alerts.id), sent) as "firstSent"
  from alerts where simulated = :simulated and id = :id)
select
  ${firstOf(`select ${selectList(watchesTable.columns)} from watches t
    where ${valid} and ${watchCovers(overlaps)} and (t.status = 'active' or not a.active) ${mostFirst}`)} as watch,
  ${firstOf(`select ${selectList(discussionsTable.columns)} from discussions t
    where t.kind = 'convective' and ${valid} and ${overlaps('t.shape')} ${mostFirst}`)} as discussion,
  ${listOf(`select ${selectList(reportsTable.columns)} from reports t
    where t.simulated = :simulated and ST_Intersects(t.point, a.polygon)
      and t.at >= a."firstSent" - ${beforeIssue} and t.at <= a."endsAt"
    order by t.at desc, t.id desc limit ${mostReports}`)} as reports
from a`;

const intersects = (column: string) => `ST_Intersects(${column}, (select shape from county))`;

/**
 * What surrounds a county. Alerts without a polygon are matched by their list of counties, watches too if they have one. `:fips`
 * are the codes by which they name it.
 */
const countySql = `
with county as materialized (select shape from zones where ugc = :ugc and kind = 'county')
select
  ${listOf(
    alertsSql(`(${intersects('t.polygon')} or (t.polygon is null and t.fips && cast(:fips as text[])))`, reach.records),
  )} as alerts,
  ${listOf(watchesSql(watchCoversCounty('(select shape from county)'), reach.records))} as watches,
  ${listOf(discussionsSql(intersects('t.shape'), reach.records))} as discussions,
  ${listOf(outlooksSql('outlooks', `t.day = 1 and t.type = 'categorical' and ${intersects('t.shape')}`, reach.records))} as outlooks,
  (select coalesce(json_object_agg(type, count), '{}') from (
    select type, count(*) as count from reports
    where simulated = :simulated and at > :reportsSince and at <= :at and ${intersects('point')} group by type) x) as reports,
  (select count(*) from damage_tracks
    where simulated = :simulated and at >= :tracksSince and ${intersects('line')}) as tracks`;
