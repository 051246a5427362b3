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
import { assignments, column, except, givenRows, names, shown, type RowOf } from '../../columns.ts';
import { idsOf, latestOf, type StoredRow } from '../../stored.ts';
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
const content = {
  kind: column<DiscussionKind>('kind text'),
  /** Identity together with kind and year: numbers start at 1 each January. */
  year: column<number>('year smallint'),
  number: column<number>('number integer'),
  issuedAt: column<Date>('issued timestamptz'),
  expiresAt: column<Date>('expires timestamptz'),
  /** Percent. */
  watchConfidence: column<number | null>('watch_confidence double precision'),
  concerning: column<string | null>('concerning text'),
  wfos: column<string[]>('wfos text[]'),
  threats: column<PeakThreats | null>('threats jsonb'),
  text: column<string | null>('text text'),
  url: column<string>('url text'),
};
type DiscussionContent = RowOf<typeof content>;

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

/** What may change of a discussion. */
const changing = except(content, 'kind', 'year', 'number', 'issuedAt', 'url');
const columns: Columns<DiscussionRow> = { id: 't.id', ...shown(content), geometry: geoJsonOf('t.shape') };
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
        const values = { simulated, given: JSON.stringify(discussions) };
        const stored = await rowsOf<StoredRow & { id: number }>(trx, storeSql, values);
        const result = idsOf(stored);
        const dataAt = latestOf(discussions.map(({ issuedAt }) => issuedAt));
        return { result, changed: stored.length > 0, dataAt, ids: result };
      }),

    async search({ asOf, area, state, wfo, kind, active, at, ...page }) {
      return pageOf<DiscussionRow>(knex, {
        ...page,
        columns: columnsSql,
        from: rowsAsOf('discussions', asOf),
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          active ? { sql: 't.expires > :at', values: { at } } : undefined,
          equals('kind', kind),
          inArea(area, 't.shape', 'shapes'),
          inState(state, 't.shape'),
          inTime(page, 't.issued'),
          wfo === undefined ? undefined : { sql: 't.wfos @> array[cast(:wfo as text)]', values: { wfo } },
        ]),
        order: 't.issued desc, t.id desc',
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
  from ${givenRows({ ...content, area: 'area text', isCorrection: 'is_correction boolean' })}
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
insert into discussions as old (id, simulated, ${names(content)}, shape)
overriding system value
select ${keptId('discussions', 'known_id')}, cast(:simulated as boolean), ${names(content)}, shape from merged
on conflict (simulated, kind, year, number) do update set ${assignments(changing)}, shape = excluded.shape
where (${names(changing, 'old')}, ST_AsBinary(old.shape))
  is distinct from (${names(changing, 'excluded')}, ST_AsBinary(excluded.shape))
returning id, xmax = 0 as "isNew"`;
