import type { Area, Line, SearchArea } from '@severe/geo';
import { allOf, geoJsonOf, inArea, inState, inTime, shapeOf, type TimeRange } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import type { Handle } from '../../handle.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { defineTable } from '../../table.ts';
import { tropical as tropicalMigration } from './016-tropical.ts';
import { stormClassifications as stormClassificationsMigration } from './052-storm-classifications.ts';

/** Content of an advisory on a tropical cyclone. */
interface TropicalStormContent {
  /** Basin, number and year: `al052026`. */
  storm: string;
  basin: string;
  name: string;
  /** `TD TS HU STD STS PTC PC DB`; any other word as the provider gives it; null if it gives none. */
  classification: string | null;
  /** `36`, or `36A` between two full ones. */
  advisory: string | null;
  issuedAt: Date;
  maxWindKt: number | null;
  gustKt: number | null;
  pressureHpa: number | null;
  /** Direction of movement, towards. */
  movementDirDeg: number | null;
  movementKt: number | null;
  /** 1 to 5 on the Saffir-Simpson scale. */
  category: number | null;
  url: string | null;
}

/** A cyclone in the current list. */
export interface ListedStorm extends TropicalStormContent {
  lon: number;
  lat: number;
}

/** Forecast of a cyclone's path: the cone of uncertainty of its centre, or the track in the middle. */
export interface StormOutline {
  storm: string;
  kind: 'cone' | 'track';
  advisory: string | null;
  issuedAt: Date | null;
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
        const stored = await rowsOf<{ isNew: boolean }>(trx, storeSql, given);
        const gone = complete ? await end(trx, storms) : 0;
        const added = stored.filter(({ isNew }) => isNew).length;
        const newest = Math.max(0, ...storms.map(({ issuedAt }) => issuedAt.getTime()));
        return {
          result: { new: added, changed: stored.length - added, ended: gone },
          changed: stored.length + gone > 0,
          dataAt: newest > 0 ? new Date(newest) : undefined,
        };
      }),

    storeOutlines: (outlines) =>
      changeDataSet(context, async (trx) => {
        const given = outlines.map(({ shape, ...said }) => ({ ...said, shape: JSON.stringify(shape) }));
        const stored = await rowsOf(trx, storeOutlinesSql, { simulated, given: JSON.stringify(given) });
        return { result: stored.length, changed: stored.length > 0 };
      }),

    async count() {
      const [{ count }] = await rowsOf<{ count: number }>(
        knex,
        `select count(*) as count from tropical_storms where simulated = :simulated`,
        { simulated },
      );
      return count;
    },

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

const stormsSql = (rows: string, near: string, where: string): string => `
select storm, basin, name, classification, advisory, issued as "issuedAt", max_wind_kt as "maxWindKt",
  gust_kt as "gustKt", pressure_hpa as "pressureHpa", movement_dir_deg as "movementDirDeg",
  movement_kt as "movementKt", category, url, ${geoJsonOf('point')} as geometry,
  (${near}) as "isInArea"
from ${rows} t where ${where} order by issued desc, storm desc`;

const outlinesSql = (rows: string, where: string): string => `
select storm, kind, advisory, issued as "issuedAt", ${geoJsonOf('shape')} as geometry
from ${rows} t where ${where} order by storm, kind`;

/** Columns of an advisory. */
const contentColumns = [
  'basin',
  'name',
  'classification',
  'advisory',
  'issued',
  'max_wind_kt',
  'gust_kt',
  'pressure_hpa',
  'movement_dir_deg',
  'movement_kt',
  'category',
  'url',
  'point',
];

const contentOf = (row: string): string => contentColumns.map((column) => `${row}.${column}`).join(', ');

const storeSql = `
insert into tropical_storms as old (simulated, storm, basin, name, classification, advisory, issued, max_wind_kt,
  gust_kt, pressure_hpa, movement_dir_deg, movement_kt, category, url, point)
select distinct on (storm) cast(:simulated as boolean), storm, basin, name, classification, advisory, "issuedAt",
  "maxWindKt", "gustKt", "pressureHpa", "movementDirDeg", "movementKt", category, url,
  ST_SetSRID(ST_MakePoint(lon, lat), 4326)
from jsonb_to_recordset(cast(:given as jsonb)) as given (
  storm text, basin text, name text, classification text, advisory text, "issuedAt" timestamptz,
  "maxWindKt" double precision, "gustKt" double precision, "pressureHpa" double precision,
  "movementDirDeg" double precision, "movementKt" double precision, category smallint, url text,
  lon double precision, lat double precision)
order by storm, "issuedAt" desc
on conflict (simulated, storm) do update set
  ${contentColumns.map((column) => `${column} = excluded.${column}`).join(', ')}
where excluded.issued >= old.issued + make_interval(secs => cast(:laterBySeconds as double precision))
  and (${contentOf('old')}) is distinct from (${contentOf('excluded')})
returning xmax = 0 as "isNew"`;

const storeOutlinesSql = `
insert into tropical_outlines as old (simulated, storm, kind, advisory, issued, shape)
select cast(:simulated as boolean), storm, kind, advisory, "issuedAt",
  case kind when 'cone' then ${shapeOf('shape')} else ST_SetSRID(ST_GeomFromGeoJSON(shape), 4326) end
from jsonb_to_recordset(cast(:given as jsonb)) as given (
  storm text, kind text, advisory text, "issuedAt" timestamptz, shape text)
on conflict (simulated, storm, kind) do update set
  advisory = excluded.advisory, issued = excluded.issued, shape = excluded.shape
where coalesce(excluded.issued >= old.issued, true)
  and (old.advisory, old.issued, ST_AsBinary(old.shape))
    is distinct from (excluded.advisory, excluded.issued, ST_AsBinary(excluded.shape))
returning storm`;
