import type { SearchArea } from '@severe/geo';
import { changeDataSet } from '../../../packages/db/src/change-data-set.ts';
import { rowsOf, type TableContext } from '../../../packages/db/src/context.ts';
import { allOf, geoJsonOf, inArea, pageOf, type Page, type Paging } from '../../../packages/db/src/filters.ts';
import { defineTable, selectList, type Columns } from '../../../packages/db/src/table.ts';
import { iceJams } from './migration.ts';

/** An ice jam of the provider. */
export interface NewIceJam {
  /** Identifier of the provider. */
  key: string;
  river: string;
  /** Water level upstream, metres. */
  stageM: number | null;
  at: Date;
  lon: number;
  lat: number;
}

/** An ice jam in a list. `geometry` is GeoJSON text. */
export type IceJamRow = Omit<NewIceJam, 'key' | 'lon' | 'lat'> & { id: number; geometry: string };

export interface IceJams {
  /** Stores reports; those that exist do not change. @returns ids of the new rows */
  store(jams: NewIceJam[]): Promise<number[]>;
  /** Newest first. */
  search(search: Paging & { area?: SearchArea | undefined }): Promise<Page<IceJamRow>>;
}

const columns: Columns<IceJamRow> = {
  id: 't.id',
  river: 't.river',
  stageM: 't.stage_m',
  at: 't.at',
  geometry: geoJsonOf('t.point'),
};

export const iceJamsTable = defineTable({
  name: 'ice_jams',
  migrations: [iceJams],
  dataSet: 'ice_jams',
  columns,
  retention: { keep: { days: 30 }, column: 'at' },
  create: createIceJams,
});

function createIceJams(context: TableContext): IceJams {
  const { knex, simulated } = context;
  return {
    store: (jams) =>
      changeDataSet(context, async (trx) => {
        const rows = await rowsOf<{ id: number }>(trx, storeSql, { simulated, given: JSON.stringify(jams) });
        const newest = Math.max(...jams.map(({ at }) => at.getTime()));
        return { result: rows.map(({ id }) => id), changed: rows.length > 0, dataAt: new Date(newest) };
      }),

    search: ({ area, limit, offset, through }) =>
      pageOf<IceJamRow>(knex, {
        columns: selectList(columns),
        from: 'ice_jams',
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          inArea(area, 't.point', 'points'), // within 50 km of a point
        ]),
        order: 't.at desc, t.id desc',
        limit,
        offset,
        through,
      }),
  };
}

const storeSql = `
insert into ice_jams (simulated, key, river, stage_m, at, point)
select cast(:simulated as boolean), key, river, "stageM", at, ST_SetSRID(ST_MakePoint(lon, lat), 4326)
from jsonb_to_recordset(cast(:given as jsonb)) as given (
  key text, river text, "stageM" double precision, at timestamptz, lon double precision, lat double precision)
on conflict do nothing
returning id`;
