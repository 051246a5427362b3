import type { Area, SearchArea } from '@severe/geo';
import { allOf, geoJsonOf, inArea, inState, pageOf, shapeOf, type Page, type Paging } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { discussions as discussionsMigration } from './011-discussions.ts';

/** Most probable peak values as text, `55-70`. */
export interface PeakThreats {
  peakWindMph: string | null;
  hailIn: string | null;
  tornadoMph: string | null;
}

/** Content of a mesoscale discussion; null if a source does not give it. */
export interface DiscussionContent {
  /** Identity together with the year: numbers start at 1 each January. */
  year: number;
  number: number;
  issuedAt: Date;
  expiresAt: Date;
  /** Percent. */
  watchConfidence: number | null;
  concerning: string | null;
  wfos: string[];
  threats: PeakThreats | null;
  text: string | null;
  url: string;
}

/** A discussion of one provider. */
export interface NewDiscussion extends DiscussionContent {
  area: Area | null;
}

export interface DiscussionRow extends DiscussionContent {
  id: number;
  /** GeoJSON text. */
  geometry: string | null;
}

/** All filters must hold. */
export interface DiscussionSearch extends Paging {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
  /** Only those active at `at`. */
  active: boolean;
  at: Date;
}

export interface Discussions {
  /** Merges discussions into existing ones: null values change nothing. @returns ids of new and of changed rows */
  store(discussions: NewDiscussion[]): Promise<{ new: number[]; updated: number[] }>;
  search(search: DiscussionSearch): Promise<Page<DiscussionRow>>;
  /** Active discussions without text. */
  withoutText(at: Date): Promise<{ year: number; number: number; expiresAt: Date }[]>;
}

const columns: Columns<DiscussionRow> = {
  id: 't.id',
  year: 't.year',
  number: 't.number',
  issuedAt: 't.issued',
  expiresAt: 't.expires',
  watchConfidence: 't.watch_confidence',
  concerning: 't.concerning',
  wfos: 't.wfos',
  threats: 't.threats',
  text: 't.text',
  url: 't.url',
  geometry: geoJsonOf('t.shape'),
};
const columnsSql = selectList(columns);

export const discussionsTable = defineTable({
  name: 'discussions',
  migrations: [discussionsMigration],
  dataSet: 'discussions',
  streamSource: 'discussions',
  columns,
  retention: { keep: { days: 30 }, column: 'expires' },
  create: createDiscussions,
});

function createDiscussions(context: TableContext): Discussions {
  const { knex, simulated } = context;
  return {
    store: (discussions) =>
      changeDataSet(context, async (trx) => {
        const given = discussions.map(({ area, ...said }) => ({ ...said, area: area && JSON.stringify(area) }));
        const values = { simulated, given: JSON.stringify(given) };
        const stored = await rowsOf<{ id: string; isNew: boolean }>(trx, storeSql, values);
        const ids = (isNew: boolean) => stored.filter((row) => row.isNew === isNew).map(({ id }) => Number(id));
        const newest = Math.max(0, ...discussions.map(({ issuedAt }) => issuedAt.getTime()));
        const result = { new: ids(true), updated: ids(false) };
        const dataAt = newest > 0 ? new Date(newest) : undefined;
        return { result, changed: stored.length > 0, dataAt, ids: result };
      }),

    async search({ asOf, area, state, active, at, limit, offset, through }) {
      const page = await pageOf<Omit<DiscussionRow, 'id'> & { id: string }>(knex, {
        columns: columnsSql,
        from: rowsAsOf('discussions', asOf),
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          active ? { sql: 't.expires > :at', values: { at } } : undefined,
          inArea(area, 't.shape', 'shapes'),
          inState(state, 't.shape'),
        ]),
        order: 't.issued desc, t.id desc',
        limit,
        offset,
        through,
      });
      return { ...page, rows: page.rows.map((row) => ({ ...row, id: Number(row.id) })) };
    },

    withoutText: (at) =>
      rowsOf(
        knex,
        `select year, number, expires as "expiresAt" from discussions
         where simulated = :simulated and expires > :at and text is null order by issued desc`,
        { simulated, at },
      ),
  };
}

const storeSql = `
insert into discussions as old (simulated, year, number, issued, expires, watch_confidence, concerning, wfos, threats,
  text, url, shape)
select distinct on (year, number) cast(:simulated as boolean), year, number, "issuedAt", "expiresAt", "watchConfidence",
  concerning, wfos, threats, text, url, ${shapeOf('area')}
from jsonb_to_recordset(cast(:given as jsonb)) as given (
  year smallint, number integer, "issuedAt" timestamptz, "expiresAt" timestamptz, "watchConfidence" double precision,
  concerning text, wfos text[], threats jsonb, text text, url text, area text)
order by year, number, "issuedAt" desc
on conflict (simulated, year, number) do update set
  expires = excluded.expires, watch_confidence = coalesce(excluded.watch_confidence, old.watch_confidence),
  concerning = coalesce(old.concerning, excluded.concerning), wfos = coalesce(nullif(excluded.wfos, '{}'), old.wfos),
  threats = coalesce(excluded.threats, old.threats), text = coalesce(excluded.text, old.text),
  shape = coalesce(old.shape, excluded.shape)
where (old.expires, old.watch_confidence, old.concerning, old.wfos, old.threats, old.text, old.shape is null)
  is distinct from (excluded.expires, coalesce(excluded.watch_confidence, old.watch_confidence),
    coalesce(old.concerning, excluded.concerning), coalesce(nullif(excluded.wfos, '{}'), old.wfos),
    coalesce(excluded.threats, old.threats), coalesce(excluded.text, old.text),
    old.shape is null and excluded.shape is null)
returning id, xmax = 0 as "isNew"`;
