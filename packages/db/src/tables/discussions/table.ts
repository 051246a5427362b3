import type { Area, SearchArea } from '@severe/geo';
import {
  allOf,
  equals,
  geoJsonOf,
  inArea,
  inState,
  inTime,
  pageOf,
  shapeOf,
  type Page,
  type Paging,
  type TimeRange,
} from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { keptId } from '../../kept-id.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { discussions as discussionsMigration } from './011-discussions.ts';
import { discussionKinds as discussionKindsMigration } from './038-discussion-kinds.ts';

/** Most probable peak values as text, `55-70`. */
interface PeakThreats {
  peakWindMph: string | null;
  hailIn: string | null;
  tornadoMph: string | null;
}

/** `convective`: of the Storm Prediction Center; `precipitation`: of the Weather Prediction Center, about rain. */
type DiscussionKind = 'convective' | 'precipitation';

/** Content of a mesoscale discussion; null if a source does not give it. */
interface DiscussionContent {
  kind: DiscussionKind;
  /** Identity together with kind and year: numbers start at 1 each January. */
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
  /** Whether it corrects what is stored, which stays otherwise. Default: false. */
  isCorrection?: boolean;
}

export interface DiscussionRow extends DiscussionContent {
  id: number;
  /** GeoJSON text. */
  geometry: string | null;
}

/** All filters must hold. */
interface DiscussionSearch extends Paging, TimeRange {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
  /** An office that it addresses. */
  wfo?: string | undefined;
  /** Default: all. */
  kind?: DiscussionKind | undefined;
  /** Only those active at `at`. */
  active: boolean;
  at: Date;
}

export interface Discussions {
  /** Merges discussions into existing ones: null values change nothing. @returns ids of new and of changed rows */
  store(discussions: NewDiscussion[]): Promise<{ new: number[]; updated: number[] }>;
  search(search: DiscussionSearch): Promise<Page<DiscussionRow>>;
  /** Active convective discussions without text. */
  withoutText(at: Date): Promise<{ year: number; number: number; expiresAt: Date }[]>;
}

const columns: Columns<DiscussionRow> = {
  id: 't.id',
  kind: 't.kind',
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
  migrations: [discussionsMigration, discussionKindsMigration],
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
        const stored = await rowsOf<{ id: number; isNew: boolean }>(trx, storeSql, values);
        const ids = (isNew: boolean) => stored.filter((row) => row.isNew === isNew).map(({ id }) => id);
        const newest = Math.max(0, ...discussions.map(({ issuedAt }) => issuedAt.getTime()));
        const result = { new: ids(true), updated: ids(false) };
        const dataAt = newest > 0 ? new Date(newest) : undefined;
        return { result, changed: stored.length > 0, dataAt, ids: result };
      }),

    async search({ asOf, area, state, wfo, kind, active, at, limit, offset, through, ids, ...range }) {
      return pageOf<DiscussionRow>(knex, {
        columns: columnsSql,
        from: rowsAsOf('discussions', asOf),
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          active ? { sql: 't.expires > :at', values: { at } } : undefined,
          equals('kind', kind),
          inArea(area, 't.shape', 'shapes'),
          inState(state, 't.shape'),
          inTime(range, 't.issued'),
          wfo === undefined ? undefined : { sql: 't.wfos @> array[cast(:wfo as text)]', values: { wfo } },
        ]),
        order: 't.issued desc, t.id desc',
        limit,
        offset,
        through,
        ids,
      });
    },

    withoutText: (at) =>
      rowsOf(
        knex,
        `select year, number, expires as "expiresAt" from discussions
         where simulated = :simulated and kind = 'convective' and expires > :at and text is null order by issued desc`,
        { simulated, at },
      ),
  };
}

/** The stored value, unless a text corrects it. */
const kept = (stored: string, said: string) =>
  `case when given."isCorrection" then coalesce(${said}, ${stored}) else coalesce(${stored}, ${said}) end`;

const storeSql = `
with given as (
  select distinct on (kind, year, number) *, ${shapeOf('area')} as shape
  from jsonb_to_recordset(cast(:given as jsonb)) as given (
    kind text, year smallint, number integer, "issuedAt" timestamptz, "expiresAt" timestamptz,
    "watchConfidence" double precision, concerning text, wfos text[], threats jsonb, text text, url text, area text,
    "isCorrection" boolean)
  order by kind, year, number, "issuedAt" desc),
merged as (
  select known.id as known_id, given.kind, given.year, given.number, coalesce(known.issued, given."issuedAt") as issued,
    given."expiresAt" as expires, coalesce(given."watchConfidence", known.watch_confidence) as watch_confidence,
    ${kept('known.concerning', 'given.concerning')} as concerning,
    coalesce(nullif(given.wfos, '{}'), known.wfos, '{}') as wfos,
    coalesce(given.threats, known.threats) as threats, coalesce(given.text, known.text) as text,
    coalesce(known.url, given.url) as url, ${kept('known.shape', 'given.shape')} as shape
  from given left join discussions known
    on known.simulated = :simulated and known.kind = given.kind and known.year = given.year and known.number = given.number)
insert into discussions as old (id, simulated, kind, year, number, issued, expires, watch_confidence, concerning, wfos,
  threats, text, url, shape)
overriding system value
select ${keptId('discussions', 'known_id')}, cast(:simulated as boolean), kind, year, number, issued, expires, watch_confidence, concerning, wfos, threats, text,
  url, shape
from merged
on conflict (simulated, kind, year, number) do update set
  expires = excluded.expires, watch_confidence = excluded.watch_confidence, concerning = excluded.concerning,
  wfos = excluded.wfos, threats = excluded.threats, text = excluded.text, shape = excluded.shape
where (old.expires, old.watch_confidence, old.concerning, old.wfos, old.threats, old.text, ST_AsBinary(old.shape))
  is distinct from (excluded.expires, excluded.watch_confidence, excluded.concerning, excluded.wfos, excluded.threats,
    excluded.text, ST_AsBinary(excluded.shape))
returning id, xmax = 0 as "isNew"`;
