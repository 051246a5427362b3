import type { Area, Line, SearchArea } from '@severe/geo';
import { allOf, geoJsonOf, inArea, inState, inTime, shapeOf, type TimeRange } from '../../filters.ts';
import { countRows, rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import type { Handle } from '../../handle.ts';
import { rowsAsOf } from '../past/as-of.ts';
import {
  assignments,
  column,
  except,
  givenPoint,
  givenPosition,
  givenRows,
  givenValues,
  names,
  shown,
  type RowOf,
} from '../../columns.ts';
import { countStored, latestOf, type StoredRow } from '../../stored.ts';
import { defineTable, selectList } from '../../table.ts';
import { tropical as tropicalMigration } from './016-tropical.ts';
import { stormClassifications as stormClassificationsMigration } from './052-storm-classifications.ts';

/** Content of an advisory on a tropical cyclone. */
const content = {
  /** Basin, number and year: `al052026`. */
  storm: column<string>('storm text'),
  basin: column<string>('basin text'),
  name: column<string>('name text'),
  /** `TD TS HU STD STS PTC PC DB`; any other word as the provider gives it; null if it gives none. */
  classification: column<string | null>('classification text'),
  /** `36`, or `36A` between two full ones. */
  advisory: column<string | null>('advisory text'),
  issuedAt: column<Date>('issued timestamptz'),
  maxWindKt: column<number | null>('max_wind_kt double precision'),
  gustKt: column<number | null>('gust_kt double precision'),
  pressureHpa: column<number | null>('pressure_hpa double precision'),
  /** Direction of movement, towards. */
  movementDirDeg: column<number | null>('movement_dir_deg double precision'),
  movementKt: column<number | null>('movement_kt double precision'),
  /** 1 to 5 on the Saffir-Simpson scale. */
  category: column<number | null>('category smallint'),
  url: column<string | null>('url text'),
};
type TropicalStormContent = RowOf<typeof content>;

/** A cyclone in the current list. */
export interface ListedStorm extends TropicalStormContent {
  lon: number;
  lat: number;
}

const outline = {
  storm: column<string>('storm text'),
  kind: column<'cone' | 'track'>('kind text'),
  advisory: column<string | null>('advisory text'),
  issuedAt: column<Date | null>('issued timestamptz'),
};

/** Forecast of a cyclone's path: the cone of uncertainty of its centre, or the track in the middle. */
export interface StormOutline extends RowOf<typeof outline> {
  shape: Area | Line;
}

/** An outline that is stored; `geometry` is GeoJSON text. */
export type StoredOutline = Pick<StormOutline, 'kind' | 'advisory' | 'issuedAt'> & { geometry: string };

export interface StoredStorm extends TropicalStormContent {
  /** GeoJSON text. */
  geometry: string;
  /** Whether the position is in the searched area. */
  isInArea: boolean;
  /** The outlines in the searched area. */
  outlines: StoredOutline[];
}

/** All filters must hold. The time is that of the advisory. */
interface TropicalStormSearch extends TimeRange {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
}

export interface TropicalStorms {
  /**
   * Stores listed storms; an advisory that is older than the stored one changes nothing.
   *
   * @param complete       whether the list is complete: stored storms that are not in it are removed
   * @param laterBySeconds how much later than the stored advisory another one must be to replace it; default: 0
   */
  store(
    storms: ListedStorm[],
    complete: boolean,
    laterBySeconds?: number,
  ): Promise<{ new: number; changed: number; ended: number }>;
  /** Stores outlines. @returns the number that are new or changed */
  storeOutlines(outlines: StormOutline[]): Promise<number>;
  count(): Promise<number>;
  /** Newest first, each with its outlines. */
  all(search?: TropicalStormSearch): Promise<StoredStorm[]>;
}

export const tropicalStormsTable = defineTable({
  name: 'tropical_storms',
  migrations: [tropicalMigration, stormClassificationsMigration],
  dataSet: 'tropical',
  streamSource: 'tropical',
  create: createTropicalStorms,
});

function createTropicalStorms(context: TableContext): TropicalStorms {
  const { knex, simulated } = context;

  /** Removes storms that are not listed, and their outlines. */
  async function end(trx: Handle, listed: ListedStorm[]): Promise<number> {
    const others = 'simulated = :simulated and not (storm = any(:listed))';
    const values = { simulated, listed: listed.map(({ storm }) => storm) };
    const gone = await rowsOf<{ storm: string }>(
      trx,
      `delete from tropical_storms where ${others} returning storm`,
      values,
    );
    await rowsOf(trx, `delete from tropical_outlines where simulated = :simulated and storm = any(:gone)`, {
      simulated,
      gone: gone.map(({ storm }) => storm),
    });
    return gone.length;
  }

  return {
    store: (storms, complete, laterBySeconds = 0) =>
      changeDataSet(context, async (trx) => {
        const given = { simulated, given: JSON.stringify(storms), laterBySeconds };
        const stored = await rowsOf<StoredRow>(trx, storeSql, given);
        const gone = complete ? await end(trx, storms) : 0;
        return {
          result: { ...countStored(stored), ended: gone },
          changed: stored.length + gone > 0,
          dataAt: latestOf(storms.map(({ issuedAt }) => issuedAt)),
        };
      }),

    storeOutlines: (outlines) =>
      changeDataSet(context, async (trx) => {
        const stored = await rowsOf(trx, storeOutlinesSql, { simulated, given: JSON.stringify(outlines) });
        return { result: stored.length, changed: stored.length > 0 };
      }),

    count: () => countRows(knex, `tropical_storms where simulated = :simulated`, { simulated }),

    async all({ asOf, area, state, ...range } = {}) {
      const listed = rowsAsOf('tropical_storms', asOf);
      const drawn = rowsAsOf('tropical_outlines', asOf);
      const world = { sql: 't.simulated = :simulated', values: { simulated } };
      const near = allOf([inArea(area, 't.point', 'points'), inState(state, 't.point')]);
      const then = allOf([world, inTime(range, 't.issued')]);
      const storms = await rowsOf<Omit<StoredStorm, 'outlines'>>(knex, stormsSql(listed.sql, near.sql, then.sql), {
        ...listed.values,
        ...near.values,
        ...then.values,
      });
      const where = allOf([world, inArea(area, 't.shape', 'shapes'), inState(state, 't.shape')]);
      const outlines = await rowsOf<StoredOutline & { storm: string }>(knex, outlinesSql(drawn.sql, where.sql), {
        ...drawn.values,
        ...where.values,
      });
      return storms.map((storm) => ({
        ...storm,
        outlines: outlines.flatMap(({ storm: of, ...outline }) => (of === storm.storm ? [outline] : [])),
      }));
    },
  };
}

const said = except(content, 'storm');

const stormsSql = (rows: string, near: string, where: string): string => `
select ${selectList(shown(content))}, ${geoJsonOf('point')} as geometry, (${near}) as "isInArea"
from ${rows} t where ${where} order by issued desc, storm desc`;

const outlinesSql = (rows: string, where: string): string => `
select ${selectList(shown(outline))}, ${geoJsonOf('shape')} as geometry
from ${rows} t where ${where} order by storm, kind`;

const storeSql = `
insert into tropical_storms as old (simulated, ${names(content)}, point)
select distinct on (storm) cast(:simulated as boolean), ${givenValues(content)}, ${givenPoint}
from ${givenRows({ ...content, ...givenPosition })}
order by storm, "issuedAt" desc
on conflict (simulated, storm) do update set ${assignments(said)}, point = excluded.point
where excluded.issued >= old.issued + make_interval(secs => cast(:laterBySeconds as double precision))
  and (${names(said, 'old')}, old.point) is distinct from (${names(said, 'excluded')}, excluded.point)
returning xmax = 0 as "isNew"`;

const storeOutlinesSql = `
insert into tropical_outlines as old (simulated, ${names(outline)}, shape)
select cast(:simulated as boolean), ${givenValues(outline)},
  case kind when 'cone' then ${shapeOf('shape')} else ST_SetSRID(ST_GeomFromGeoJSON(shape), 4326) end
from ${givenRows({ ...outline, shape: 'shape text' })}
on conflict (simulated, storm, kind) do update set
  advisory = excluded.advisory, issued = excluded.issued, shape = excluded.shape
where coalesce(excluded.issued >= old.issued, true)
  and (old.advisory, old.issued, ST_AsBinary(old.shape))
    is distinct from (excluded.advisory, excluded.issued, ST_AsBinary(excluded.shape))
returning storm`;
