import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { column, givenRows, givenValues, names, shown, type RowOf } from '../../columns.ts';
import { latestOf } from '../../stored.ts';
import { defineTable, selectList } from '../../table.ts';
import { bulletins as bulletinsMigration } from './017-bulletins.ts';

/** A text product of an office, unchanged. */
const content = {
  /** Id of api.weather.gov; for other sources, time, office, heading and product. */
  id: column<string>('id text'),
  /** `AFD`, `HWO`. */
  product: column<string>('product text'),
  /** Three letters. */
  office: column<string>('office text'),
  /** `FXUS64`. */
  wmo: column<string>('wmo text'),
  /** Correction or amendment in the heading: `CCA`, `AAA` … */
  amendment: column<string | null>('amendment text'),
  issuedAt: column<Date>('issued timestamptz'),
  text: column<string>('text text'),
};
export type Bulletin = RowOf<typeof content>;
const columnsSql = selectList(shown(content));

export interface Bulletins {
  /**
   * Stores bulletins that do not exist; a bulletin never changes. One with the same heading and words under another id is
   * the same: from a file, it has no id of the provider.
   *
   * @returns the number of new rows
   */
  store(bulletins: Bulletin[]): Promise<number>;
  /** Which of these exist. */
  existing(ids: string[]): Promise<string[]>;
  /** The newest of an office; of two with the same time, the later correction. */
  newest(product: string, office: string): Promise<Bulletin | undefined>;
}

export const bulletinsTable = defineTable({
  name: 'bulletins',
  migrations: [bulletinsMigration],
  dataSet: 'text',
  streamSource: 'text',
  retention: { keep: { days: 'textRetentionDays' }, remove: removeOldBulletins },
  create: createBulletins,
});

function createBulletins(context: TableContext): Bulletins {
  const { knex, simulated } = context;
  return {
    store: (bulletins) =>
      changeDataSet(context, async (trx) => {
        const added = await rowsOf<{ issued: Date }>(trx, addSql, { simulated, given: JSON.stringify(bulletins) });
        return { result: added.length, changed: added.length > 0, dataAt: latestOf(added.map(({ issued }) => issued)) };
      }),

    async existing(ids) {
      const rows = await rowsOf<{ id: string }>(
        knex,
        `select id from bulletins where simulated = :simulated and id = any(:ids)`,
        { simulated, ids },
      );
      return rows.map(({ id }) => id);
    },

    async newest(product, office) {
      const [found] = await rowsOf<Bulletin>(
        knex,
        `select ${columnsSql} from bulletins t
         where simulated = :simulated and product = :product and office = :office
         order by issued desc, amendment desc nulls last, id desc limit 1`,
        { simulated, product, office },
      );
      return found;
    },
  };
}

async function removeOldBulletins({ knex, simulated }: TableContext, before: Date): Promise<number> {
  const removed = await rowsOf(
    knex,
    `delete from bulletins where simulated = :simulated and issued < :before returning id`,
    { simulated, before },
  );
  return removed.length;
}

const addSql = `
insert into bulletins (simulated, ${names(content)})
select cast(:simulated as boolean), ${givenValues(content)} from ${givenRows(content)}
where not exists (
  select from bulletins known
  where known.simulated = :simulated and known.product = given.product and known.office = given.office
    and known.issued = given."issuedAt" and known.wmo = given.wmo and known.amendment is not distinct from given.amendment
    and regexp_replace(known.text, '\\s', '', 'g') = regexp_replace(given.text, '\\s', '', 'g'))
on conflict do nothing
returning issued`;
