import type { SearchArea } from '@severe/geo';
import { changeDataSet } from '../../../packages/db/src/change-data-set.ts';
import {
  column,
  givenPoint,
  givenPosition,
  givenRows,
  givenValues,
  names,
  shown,
  type RowOf,
} from '../../../packages/db/src/columns.ts';
import { rowsOf, type TableContext } from '../../../packages/db/src/context.ts';
import { allOf, geoJsonOf, inArea, pageOf, type Page, type Paging } from '../../../packages/db/src/filters.ts';
import { latestOf } from '../../../packages/db/src/stored.ts';
import { defineTable, selectList, type Columns } from '../../../packages/db/src/table.ts';
import { iceJams } from './migration.ts';

const content = {
  river: column<string>('river text'),
  /** Water level upstream, metres. */
  stageM: column<number | null>('stage_m double precision'),
  at: column<Date>('at timestamptz'),
};
/** Identifier of the provider. */
const key = column<string>('key text');

/** An ice jam of the provider. */
export interface NewIceJam extends RowOf<typeof content> {
  key: string;
  lon: number;
  lat: number;
}

/** An ice jam in a list. */
export interface IceJamRow extends RowOf<typeof content> {
  id: number;
  /** GeoJSON text. */
  geometry: string;
}

export interface IceJams {
  /** Stores reports; those that exist do not change. @returns ids of the new rows */
  store(jams: NewIceJam[]): Promise<number[]>;
  /** Newest first. */
  search(search: Paging & { area?: SearchArea | undefined }): Promise<Page<IceJamRow>>;
}

const columns: Columns<IceJamRow> = { id: 't.id', ...shown(content), geometry: geoJsonOf('t.point') };

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
        const result = rows.map(({ id }) => id);
        return { result, changed: rows.length > 0, dataAt: latestOf(jams.map(({ at }) => at)) };
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
insert into ice_jams (simulated, ${names({ key, ...content })}, point)
select cast(:simulated as boolean), ${givenValues({ key, ...content })}, ${givenPoint}
from ${givenRows({ key, ...content, ...givenPosition })}
on conflict do nothing
returning id`;
