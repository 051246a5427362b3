import type { Point } from '@severe/geo';
import { allOf, geoJsonOf, inArea, inState, inTime, isAmong, pointSql, type Condition } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { shown } from '../../columns.ts';
import { storeInParts } from '../../stored.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { stormCells as stormCellsMigration } from './026-storm-cells.ts';
import { cellsInParts } from './048-cells-in-parts.ts';
import {
  cellValues,
  type NearStormCell,
  type NewStormCell,
  type StormCellRow,
  type StormCellSearch,
  type StormScan,
} from './cell.ts';
import { storeCellsSql } from './store-sql.ts';

/** Storm cells of the composite reflectivity. Lists have the cells of the newest scan only. */
export interface StormCells {
  /**
   * Stores the cells of a scan, all or none. False if a scan of this time or a later one is stored: another process has
   * tracked the frame, and its tracks continue.
   */
  store(scan: StormScan, cells: NewStormCell[]): Promise<boolean>;
  /** The scan to continue from; undefined before the first. */
  newestScan(): Promise<StormScan | undefined>;
  /**
   * Time of the newest scan, or of the newest one that was tracked by `asOf`, whether or not it has cells; undefined before
   * the first.
   */
  newestScanAt(asOf?: Date): Promise<Date | undefined>;
  /** Cells of the newest scan, strongest echo first, and how many match. */
  search(search: StormCellSearch): Promise<{ rows: StormCellRow[]; matched: number }>;
  /** The cell of the newest scan whose centre is nearest to a point, within `withinM` metres. */
  nearest(point: Point, withinM: number, at: Date): Promise<NearStormCell | undefined>;
}

/** Cells per statement: each looks for cities ahead, and a statement has two seconds. */
const storedAtOnce = 20;

const columns: Columns<StormCellRow> = {
  id: 't.id',
  ...shown(cellValues),
  frameAt: 't.frame_at',
  lat: 'ST_Y(t.place)',
  lon: 'ST_X(t.place)',
  outline: geoJsonOf('t.shape'),
  places: 't.places',
  alertIds: alertIdsSql('alerts'),
  track: `(
    select case when count(*) > 1 then ${geoJsonOf('ST_MakeLine(past.place order by past.frame_at)')} end
    from storm_cells past
    where past.simulated = t.simulated and past.cell = t.cell and past.frame_at <= t.frame_at)`,
};
const columnsSql = selectList(columns);

/** SQL: ids of the active alerts that a cell touches. @param alerts a table expression */
function alertIdsSql(alerts: string): string {
  return `array(
    select a.id from ${alerts} a
    where a.simulated = t.simulated and a.status = 'active' and a.expires > :at and ST_Intersects(a.polygon, t.shape)
    order by a.id)`;
}

export const stormCellsTable = defineTable({
  name: 'storm_cells',
  migrations: [stormCellsMigration, cellsInParts],
  dataSet: 'storm_cells',
  columns,
  retention: { keep: { hours: 6 }, from: 'storm_scans', column: 'frame_at', atOnce: 30 },
  create: createStormCells,
});

function createStormCells(context: TableContext): StormCells {
  const { knex, simulated, clock } = context;

  async function newestScan(): Promise<StormScan | undefined> {
    const [scan] = await rowsOf<StormScan>(
      knex,
      `select frame_at as "frameAt", state from storm_scans where simulated = :simulated order by frame_at desc limit 1`,
      { simulated },
    );
    return scan;
  }

  return {
    newestScan,

    async newestScanAt(asOf) {
      const { sql, values } = scansKnown(simulated, asOf);
      const [{ frameAt }] = await rowsOf<{ frameAt: Date | null }>(
        knex,
        `select max(frame_at) as "frameAt" from storm_scans where ${sql}`,
        values,
      );
      return frameAt ?? undefined;
    },

    store: ({ frameAt, state }, cells) =>
      changeDataSet(context, async (trx) => {
        const values = { simulated, frameAt, now: clock(), state: JSON.stringify(state) };
        const [inserted] = await rowsOf<{ id: number }>(trx, insertScanSql, values);
        if (!inserted) return { result: false, changed: false };
        await storeInParts(trx, storeCellsSql, { simulated, scan: inserted.id, frameAt }, cells, storedAtOnce);
        return { result: true, changed: true, dataAt: frameAt };
      }),

    async search({ asOf, area, state, cells, minDbz, at, limit, ...range }) {
      const alerts = rowsAsOf('alerts', asOf);
      const columnsThen = asOf ? selectList({ ...columns, alertIds: alertIdsSql(alerts.sql) }) : columnsSql;
      const { sql, values } = allOf([
        inNewestScan(simulated, asOf),
        inArea(area, 't.place', 'points'),
        inState(state, 't.place'),
        isAmong('t.cell', 'cells', cells),
        inTime(range, 't.frame_at'),
        minDbz === undefined ? undefined : { sql: 't.max_dbz >= :minDbz', values: { minDbz } },
      ]);
      const rows = await rowsOf<StormCellRow & { matched: number }>(
        knex,
        `select page.matched, ${columnsThen}
         from (select t.*, count(*) over () as matched from storm_cells t where ${sql}
               order by t.max_dbz desc, t.id limit :limit) page
         join storm_cells t using (id)
         order by t.max_dbz desc, t.id`,
        { ...values, ...alerts.values, at, limit },
      );
      return { rows: rows.map(withoutCount), matched: rows[0]?.matched ?? 0 };
    },

    async nearest({ lat, lon }, withinM, at) {
      const point = `geography(${pointSql})`;
      const { sql, values } = inNewestScan(simulated);
      const [found] = await rowsOf<StormCellRow & { distanceM: number }>(
        knex,
        `select ${columnsSql}, ST_Distance(geography(t.place), ${point}) as "distanceM"
         from storm_cells t
         where ${sql} and ST_DWithin(geography(t.place), ${point}, :withinM)
         order by "distanceM", t.id limit 1`,
        { ...values, lat, lon, withinM, at },
      );
      return found;
    },
  };
}

/** Scans that were tracked by a moment; all if it is absent. */
function scansKnown(simulated: boolean, asOf: Date | undefined): Condition {
  return asOf
    ? { sql: 'simulated = :simulated and tracked_at <= :asOf', values: { simulated, asOf } }
    : { sql: 'simulated = :simulated', values: { simulated } };
}

/** Cells of the newest scan; none if it has none, whatever earlier scans have. */
function inNewestScan(simulated: boolean, asOf?: Date): Condition {
  const { sql, values } = scansKnown(simulated, asOf);
  const newest = `select id from storm_scans where ${sql} order by frame_at desc limit 1`;
  return { sql: `t.simulated = :simulated and t.scan = (${newest})`, values };
}

function withoutCount(row: StormCellRow & { matched: number }): StormCellRow {
  const { matched: _, ...cell } = row;
  return cell;
}

const insertScanSql = `
insert into storm_scans (simulated, frame_at, tracked_at, state)
select cast(:simulated as boolean), cast(:frameAt as timestamptz), :now, cast(:state as jsonb)
where not exists (select from storm_scans where simulated = :simulated and frame_at >= :frameAt)
returning id`;
