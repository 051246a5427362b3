import { createHash } from 'node:crypto';
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
import { countRows, rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import type { Handle } from '../../handle.ts';
import { column, givenRows, givenValues, names, shown, type RowOf } from '../../columns.ts';
import { latestOf } from '../../stored.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { outlooks as outlooksMigration } from './007-outlooks.ts';

/** Content of an outlook area. */
const content = {
  day: column<number>('day smallint'),
  type: column<string>('type text'),
  /** `MDT`; a percentage as text, `15`; `CIG1` for a hatched area. */
  risk: column<string>('risk text'),
  riskRank: column<number | null>('risk_rank smallint'),
  /** 0 to 1. */
  probability: column<number | null>('probability double precision'),
  /** A hatched area. */
  significant: column<boolean>('significant boolean'),
  issuedAt: column<Date | null>('issued timestamptz'),
  validFrom: column<Date>('valid_from timestamptz'),
  validTo: column<Date>('valid_to timestamptz'),
  colour: column<string | null>('colour text'),
  fill: column<string | null>('fill text'),
};
type OutlookContent = RowOf<typeof content>;

/** An area in the current file of the provider. */
export interface OutlookArea extends OutlookContent {
  area: Area;
}

export interface OutlookRow extends OutlookContent {
  id: number;
  /** GeoJSON text. */
  geometry: string;
}

/** All filters must hold. */
interface OutlookSearch extends Paging, TimeRange {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  day?: number | undefined;
  type?: string | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
  /** Only areas of the newest issuance that are valid at `at`. */
  active: boolean;
  at: Date;
}

/** The issuance of a bulletin. */
export interface Issuance {
  day: number;
  issuedAt: Date;
  isCorrection: boolean;
}

export interface Outlooks {
  /**
   * Replaces the current areas of a file. Areas that were issued before the stored ones change nothing.
   *
   * @param bulletin the issuance, if the areas are from a bulletin; its areas do not replace those of the same issuance
   *   from the file itself, unless it is a correction, and nothing if any outlook of the day was issued later
   * @returns the number of new areas, and of areas that are no longer current
   */
  replace(file: string, areas: OutlookArea[], bulletin?: Issuance): Promise<{ new: number; removed: number }>;
  /** Number of current, valid areas of a file. */
  inForce(file: string, at: Date): Promise<number>;
  search(search: OutlookSearch): Promise<Page<OutlookRow>>;
}

const columns: Columns<OutlookRow> = { id: 't.id', ...shown(content), geometry: geoJsonOf('t.shape') };
const columnsSql = selectList(columns);

const ofFileSql = 'simulated = :simulated and subject = :subject and file = :file and current';

type Subject = 'outlooks' | 'eros';

const describe = <Name extends Subject>(subject: Name) => ({
  name: 'outlook_areas',
  dataSet: subject,
  streamSource: subject,
  columns,
  retention: {
    keep: { days: 30 },
    remove: (context: TableContext, before: Date) => removeOldAreas(context, subject, before),
  },
  create: (context: TableContext) => createOutlooks(context, subject),
});

/** Convective outlooks. */
export const outlooksTable = defineTable({ ...describe('outlooks'), migrations: [outlooksMigration] });

/** Excessive rainfall outlooks: other rows of the same table, with a data set of their own. */
export const erosTable = defineTable({ ...describe('eros'), migrations: [] });

function createOutlooks(context: TableContext, subject: Subject): Outlooks {
  const { knex, simulated } = context;
  const of = { simulated, subject };
  return {
    replace: (file, areas, bulletin) =>
      changeDataSet(context, async (trx) => {
        const issued = bulletin ? sameIssuanceFrom(bulletin) : newestIssue(areas);
        const isOld =
          (bulletin && (await isOldForDay(trx, of, bulletin))) || (await isOlder(trx, { ...of, file }, issued));
        const result = isOld ? { new: 0, removed: 0 } : await replaceAreas(trx, { ...of, file }, areas);
        const changed = result.new + result.removed > 0;
        return { result, changed, dataAt: newestIssue(areas) };
      }),

    inForce: (file, at) => countRows(knex, `outlook_areas where ${ofFileSql} and valid_to > :at`, { ...of, file, at }),

    async search({ asOf, day, type, area, state, active, at, ...page }) {
      return pageOf<OutlookRow>(knex, {
        ...page,
        columns: columnsSql,
        from: rowsAsOf('outlook_areas', asOf),
        where: allOf([
          { sql: 't.simulated = :simulated and t.subject = :subject', values: of },
          equals('day', day),
          equals('type', type),
          active ? { sql: 't.current and t.valid_to > :at', values: { at } } : undefined,
          inArea(area, 't.shape', 'shapes'),
          inState(state, 't.shape'),
          inTime(page, 't.issued'),
        ]),
        order: 't.issued desc nulls last, t.id desc',
      });
    },
  };
}

async function removeOldAreas({ knex, simulated }: TableContext, subject: Subject, before: Date): Promise<number> {
  const removed = await rowsOf(
    knex,
    `delete from outlook_areas where simulated = :simulated and subject = :subject and valid_to < :before returning id`,
    { simulated, subject, before },
  );
  return removed.length;
}

interface FileOf extends Record<string, unknown> {
  simulated: boolean;
  subject: string;
  file: string;
}

const newestIssue = (areas: OutlookArea[]) => latestOf(areas.map(({ issuedAt }) => issuedAt));

/** Two issuances of an outlook are further apart. The forms of one issuance differ by some minutes. */
const sameIssuanceMs = 30 * 60_000;

/** The earliest time after which a stored area has the same issuance as a bulletin, or a later one. */
function sameIssuanceFrom({ issuedAt, isCorrection }: Issuance): Date {
  return isCorrection ? issuedAt : new Date(issuedAt.getTime() - sameIssuanceMs);
}

/** Whether an outlook of the day was issued later: a file without areas does not tell when. */
async function isOldForDay(trx: Handle, of: Omit<FileOf, 'file'>, { day, issuedAt }: Issuance): Promise<boolean> {
  const sql = `select id from outlook_areas
    where simulated = :simulated and subject = :subject and current and day = :day and issued > :after limit 1`;
  const rows = await rowsOf(trx, sql, { ...of, day, after: new Date(issuedAt.getTime() + sameIssuanceMs) });
  return rows.length > 0;
}

/** Whether stored areas were issued later. The provider's servers may have different versions of a file. */
async function isOlder(trx: Handle, of: FileOf, issued: Date | undefined): Promise<boolean> {
  if (!issued) return false;
  const rows = await rowsOf(trx, `select id from outlook_areas where ${ofFileSql} and issued > :issued limit 1`, {
    ...of,
    issued,
  });
  return rows.length > 0;
}

async function replaceAreas(trx: Handle, of: FileOf, areas: OutlookArea[]): Promise<{ new: number; removed: number }> {
  const given = new Map(areas.map((area) => [digestOf(area), area]));
  const removed = await rowsOf(
    trx,
    `update outlook_areas set current = false where ${ofFileSql} and not (digest = any(:digests)) returning id`,
    { ...of, digests: [...given.keys()] },
  );
  const rows = [...given].map(([digest, area]) => ({ ...area, digest }));
  const added = await rowsOf(trx, addSql, { ...of, given: JSON.stringify(rows) });
  return { new: added.length, removed: removed.length };
}

function digestOf(area: OutlookArea): string {
  return createHash('sha256').update(JSON.stringify(area)).digest('base64url');
}

const addSql = `
insert into outlook_areas (simulated, subject, file, current, digest, ${names(content)}, shape)
select cast(:simulated as boolean), cast(:subject as text), cast(:file as text), true, digest, ${givenValues(content)}, shaped
from (
  select *, ${shapeOf('area')} as shaped from ${givenRows({ digest: 'digest text', ...content, area: 'area text' })}
) given where not ST_IsEmpty(shaped)
on conflict (simulated, subject, file, digest) where current do nothing
returning id`;
