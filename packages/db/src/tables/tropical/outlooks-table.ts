import { createHash } from 'node:crypto';
import type { Area, SearchArea } from '@severe/geo';
import { allOf, equals, geoJsonOf, inArea, inState, shapeOf } from '../../filters.ts';
import { countRows, rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import type { Handle } from '../../handle.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { column, givenRows, givenValues, names, shown, type RowOf } from '../../columns.ts';
import { defineTable, selectList } from '../../table.ts';

/** A basin's outlook as a whole. */
export interface BasinOutlook {
  basin: string;
  /** Null while the provider issues none. */
  issuedAt: Date | null;
  headline: string;
}

/** A disturbance that may become a cyclone. */
const content = {
  basin: column<string>('basin text'),
  /** Number in the text and on the map, from 1. */
  area: column<number>('area smallint'),
  /** Percent. */
  probability2day: column<number | null>('probability_2day smallint'),
  probability7day: column<number | null>('probability_7day smallint'),
  /** `Low`, `Medium`, `High`. */
  risk2day: column<string | null>('risk_2day text'),
  risk7day: column<string | null>('risk_7day text'),
  issuedAt: column<Date | null>('issued timestamptz'),
};
export type TropicalAreaContent = RowOf<typeof content>;

/** A disturbance in the text. */
export interface TextArea extends TropicalAreaContent {
  text: string;
}

/** A disturbance on the map. */
export interface MapArea extends TropicalAreaContent {
  shape: Area;
}

/** A stored disturbance of the map. */
export interface MapAreaRow extends TropicalAreaContent {
  /** GeoJSON text. */
  geometry: string;
  /** Whether it is in the searched area. */
  isInArea: boolean;
}

/** Marks the areas of the map that are in an area: text and map are joined first, so none is left out. */
interface TropicalOutlookSearch {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  /** Default: all. */
  basin?: string | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
}

/** Outlooks of basins; areas are ordered by basin and number. */
export interface TropicalOutlookRows {
  basins: BasinOutlook[];
  fromText: TextArea[];
  fromMap: MapAreaRow[];
  /** Whether an area was searched. */
  hasArea: boolean;
}

export interface TropicalOutlooks {
  /**
   * Replaces the text of a basin with its disturbances. Text that was issued earlier than the stored one changes nothing.
   *
   * @returns whether anything changed
   */
  storeText(outlook: BasinOutlook, areas: TextArea[]): Promise<boolean>;
  /** Replaces the disturbances of the map, of all basins. @returns whether anything changed */
  storeMap(areas: MapArea[]): Promise<boolean>;
  /** Number of disturbances in the text of a basin, or on the whole map. */
  count(of: { basin: string } | 'drawn'): Promise<number>;
  search(search?: TropicalOutlookSearch): Promise<TropicalOutlookRows>;
}

type Part = { part: 'told'; basin: string } | { part: 'drawn' };

export const tropicalOutlooksTable = defineTable({
  name: 'tropical_outlooks',
  migrations: [],
  dataSet: 'tropical-outlook',
  streamSource: 'tropical',
  create: createTropicalOutlooks,
});

function createTropicalOutlooks(context: TableContext): TropicalOutlooks {
  const { knex, simulated } = context;

  /** Replaces the disturbances of a part. @returns whether anything changed */
  async function replace(trx: Handle, of: Part, areas: (TextArea | MapArea)[]): Promise<boolean> {
    const given = areas.map((area) => ({ ...area, digest: digestOf(area) }));
    const theirs = conditionOf(of);
    const removed = await rowsOf(
      trx,
      `delete from tropical_areas where ${theirs.sql} and not (digest = any(:digests)) returning area`,
      { ...theirs.values, digests: given.map(({ digest }) => digest) },
    );
    const values = { simulated, part: of.part, given: JSON.stringify(given) };
    const added = await rowsOf(trx, addSql, values);
    return removed.length + added.length > 0;
  }

  function conditionOf(of: Part) {
    return allOf([{ sql: 'simulated = :simulated', values: { simulated } }, ...Object.entries(of).map(isEqual)]);
  }

  return {
    storeText: (outlook, areas) =>
      changeDataSet(context, async (trx) => {
        const { issuedAt, basin } = outlook;
        const [known] = await rowsOf<BasinOutlook>(
          trx,
          `select basin, issued as "issuedAt", headline from tropical_outlooks
           where simulated = :simulated and basin = :basin`,
          { simulated, basin },
        );
        if (known?.issuedAt && issuedAt && issuedAt < known.issuedAt) return { result: false, changed: false };
        const stored = await rowsOf(trx, storeSql, { simulated, ...outlook });
        const replaced = await replace(trx, { part: 'told', basin }, areas);
        const changed = stored.length > 0 || replaced;
        return { result: changed, changed, dataAt: issuedAt ?? undefined };
      }),

    storeMap: (areas) =>
      changeDataSet(context, async (trx) => {
        const changed = await replace(trx, { part: 'drawn' }, areas);
        return { result: changed, changed };
      }),

    async count(of) {
      const theirs = conditionOf(of === 'drawn' ? { part: 'drawn' } : { part: 'told', ...of });
      return countRows(knex, `tropical_areas where ${theirs.sql}`, theirs.values);
    },

    async search({ asOf, basin, area, state } = {}) {
      const where = allOf([{ sql: 't.simulated = :simulated', values: { simulated } }, equals('basin', basin)]);
      const near = allOf([inArea(area, 't.shape', 'shapes'), inState(state, 't.shape')]);
      const issued = rowsAsOf('tropical_outlooks', asOf);
      const known = rowsAsOf('tropical_areas', asOf);
      const values = { ...where.values, ...known.values };
      const basins = await rowsOf<BasinOutlook>(
        knex,
        `select basin, issued as "issuedAt", headline from ${issued.sql} t where ${where.sql} order by basin`,
        values,
      );
      const areasOf = <Row>(part: Part['part'], column: string, more: object = {}): Promise<Row[]> =>
        rowsOf(knex, areasSql(known.sql, part, column, where.sql), { ...values, ...more });
      const fromText = await areasOf<TextArea>('told', 'text');
      const drawn = `${geoJsonOf('shape')} as geometry, (${near.sql}) as "isInArea"`;
      const fromMap = await areasOf<MapAreaRow>('drawn', drawn, near.values);
      return { basins, fromText, fromMap, hasArea: area !== undefined || state !== undefined };
    },
  };
}

const areasSql = (rows: string, part: Part['part'], column: string, where: string) => `
select ${selectList(shown(content))}, ${column}
from ${rows} t where part = '${part}' and ${where} order by basin, area`;

const isEqual = ([name, value]: [string, unknown]) => equals(name, value);

function digestOf(area: object): string {
  return createHash('sha256').update(JSON.stringify(area)).digest('base64url');
}

const storeSql = `
insert into tropical_outlooks as old (simulated, basin, issued, headline)
values (:simulated, :basin, :issuedAt, :headline)
on conflict (simulated, basin) do update set issued = excluded.issued, headline = excluded.headline
where (old.issued, old.headline) is distinct from (excluded.issued, excluded.headline)
returning basin`;

/** A disturbance of the text or of the map. */
const disturbance = { ...content, digest: 'digest text', text: 'text text' };

const addSql = `
insert into tropical_areas (simulated, part, ${names(disturbance)}, shape)
select cast(:simulated as boolean), cast(:part as text), ${givenValues(disturbance)}, ${shapeOf('shape')}
from ${givenRows({ ...disturbance, shape: 'shape text' })}
on conflict (simulated, part, basin, area) do nothing
returning area`;
