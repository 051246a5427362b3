import { dayMs, hourMs, minuteMs } from '@severe/async';
import { boxAround, withoutCrossing } from '@severe/geo';
import { preparedRows, type TableContext } from '../../context.ts';
import { datesOf } from '../../dates.ts';
import { defineTable } from '../../table.ts';
import { readAlert } from '../alerts/table.ts';
import { readAround, type ZoneRow } from '../places/table.ts';
import type { DiscussionRow } from '../discussions/table.ts';
import type { OutlookRow } from '../outlooks/table.ts';
import type { ReportRow } from '../reports/table.ts';
import { readWatch } from '../watches/table.ts';
import { alertSql, countySql } from './areas-sql.ts';
import { placeSql } from './place-sql.ts';
import { reach } from './reach.ts';
import type { AlertSurroundings, CountySurroundings, Surroundings, SurroundingsQueries } from './surroundings.ts';

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
