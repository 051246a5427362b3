import type { SearchArea } from '@severe/geo';
import { allOf, equals, geoJsonOf, inIndexedBox, inTime, ofPages, type Page, type TimeRange } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import type { Handle } from '../../handle.ts';
import { column, givenPoint, givenPosition, givenRows, givenValues, names, type RowOf } from '../../columns.ts';
import { storeInParts } from '../../stored.ts';
import { defineTable } from '../../table.ts';
import { lightning as lightningMigration } from './008-lightning.ts';

const flash = {
  /** Index in the granule, from 0. */
  number: column<number>('number integer'),
  at: column<Date>('flash_time timestamptz'),
  /** Femtojoules. */
  energyFj: column<number | null>('energy_fj double precision'),
  areaKm2: column<number | null>('area_km2 double precision'),
};

/** A flash of a new granule. */
export interface NewFlash extends RowOf<typeof flash> {
  lat: number;
  lon: number;
}

/** Flashes that a satellite detected within 20 seconds. */
export interface NewGranule {
  /** Unique name of the provider. */
  name: string;
  satellite: string;
  startsAt: Date;
  flashes: NewFlash[];
}

/** Flashes of a list: GeoJSON features separated by commas. */
interface FlashTexts {
  count: number;
  text: string;
}

/** All filters must hold. */
export interface FlashSearch extends TimeRange {
  /** Searches the flashes that were known at this moment; those of today if absent. */
  asOf?: Date | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
  ids?: readonly number[] | undefined;
  /** After this time. */
  from: Date;
  /** Up to this time, from which their age is computed. */
  to: Date;
  limit: number;
}

export interface Lightning {
  /** Stores a granule with its flashes, all or none; false if it exists. */
  store(granule: NewGranule): Promise<boolean>;
  /** Which of these granules exist. */
  existing(names: string[]): Promise<Set<string>>;
  /**
   * Flashes after one time and up to another as `lon,lat,ms;…`, times in milliseconds since 1970: thousands of flashes are
   * parsed in a thread. `granules` counts the intervals of 20 s of which there are data.
   */
  recent(from: Date, to: Date): Promise<{ granules: number; text: string }>;
  /** Newest first. */
  features(search: FlashSearch): Promise<Page<FlashTexts>>;
}

/** Rows per statement: a statement has two seconds. */
const storedAtOnce = 500;

/** Flashes per text: 60 KB each, so that a client receives 20,000 flashes in parts. */
const writtenAtOnce = 250;

/** JSON of a number with one decimal: the mapper's steps are a femtojoule and 0.15 km². */
const tenths = (column: string) => `coalesce(cast(round(${column} * 10) / 10 as text), 'null')`;

/** A flash as text; no part needs escaping. Its age refers to the end of the search. */
const featureSql = `
  '{"type":"Feature","id":' || t.id || ',"geometry":' || ${geoJsonOf('t.place')} ||
  ',"properties":{"id":' || t.id ||
  ',"flash_time":"' || to_char(t.flash_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') ||
  '","age_seconds":' || greatest(0, round(extract(epoch from cast(:to as timestamptz) - t.flash_time))) ||
  ',"energy_fj":' || ${tenths('t.energy_fj')} || ',"area_km2":' || ${tenths('t.area_km2')} ||
  ',"satellite":"' || t.satellite || '"}}'`;

/** The state is that of the county that contains the flash. It is stored because a lookup in every query costs more. */
const storeSql = `
insert into lightning (simulated, granule, satellite, ${names(flash)}, place, state)
select :simulated, :granule, :satellite, ${givenValues(flash)}, made.place, (
    select z.state from zones z where z.kind = 'county' and ST_Intersects(z.shape, made.place) order by z.ugc limit 1)
from ${givenRows({ ...flash, ...givenPosition })}, lateral (select ${givenPoint} as place) made`;

const receivedSql = 't.granule in (select id from lightning_granules where known_at <= :asOf)';

export const lightningTable = defineTable({
  name: 'lightning',
  migrations: [lightningMigration],
  dataSet: 'lightning',
  streamSource: 'lightning',
  retention: {
    keep: { hours: 'lightningRetentionHours' },
    from: 'lightning_granules', // each may hold a thousand flashes
    column: 'starts_at',
    atOnce: 30,
  },
  create: createLightning,
});

function createLightning(context: TableContext): Lightning {
  const { knex, simulated } = context;

  return {
    store({ name, satellite, startsAt, flashes }) {
      return changeDataSet(context, async (trx) => {
        const granule = await insertGranule(trx, { simulated, name, startsAt });
        if (granule === undefined) return { result: false, changed: false };
        await storeInParts(trx, storeSql, { simulated, granule, satellite }, flashes, storedAtOnce);
        return { result: true, changed: true, dataAt: startsAt };
      });
    },

    async existing(names) {
      const rows = await rowsOf<{ name: string }>(
        knex,
        `select name from lightning_granules where simulated = :simulated and name = any(:names)`,
        { simulated, names },
      );
      return new Set(rows.map(({ name }) => name));
    },

    async recent(from, to) {
      const [{ granules, text }] = await rowsOf<{ granules: number; text: string | null }>(
        knex,
        `select (select count(distinct floor(extract(epoch from starts_at) / 20)) from lightning_granules
                 where simulated = :simulated and starts_at > :from and starts_at <= :to) as granules,
           (select string_agg(round(cast(ST_X(place) as numeric), 3) || ',' || round(cast(ST_Y(place) as numeric), 3) || ',' ||
              cast(extract(epoch from flash_time) * 1000 as bigint), ';' order by flash_time, id)
            from lightning where simulated = :simulated and flash_time > :from and flash_time <= :to) as text`,
        { simulated, from, to },
      );
      return { granules, text: text ?? '' };
    },

    async features({ asOf, area, state, ids, from, to, limit, ...range }) {
      const where = allOf([
        {
          sql: 't.simulated = :simulated and t.flash_time > :from and t.flash_time <= :to',
          values: { simulated, from, to },
        },
        asOf && { sql: receivedSql, values: { asOf } },
        equals('state', state),
        ofPages({ ids }),
        inTime(range, 't.flash_time'),
        inIndexedBox(area, 't.place'),
      ]);
      const rows = await rowsOf<FlashTexts & { matched: number }>(
        knex,
        `with page as (
           select t.id, t.flash_time, t.satellite, t.place, t.energy_fj, t.area_km2,
             row_number() over (order by t.flash_time desc, t.id desc) as number
           from lightning t where ${where.sql}
           order by number limit :limit)
         select (select count(*) from lightning t where ${where.sql}) as matched,
           cast(count(*) as integer) as count, string_agg(${featureSql}, ',' order by t.number) as text
         from page t group by (t.number - 1) / ${writtenAtOnce} order by min(t.number)`,
        { ...where.values, limit },
      );
      return { rows: rows.map(({ count, text }) => ({ count, text })), matched: rows[0]?.matched ?? 0 };
    },
  };
}

/** Inserts a granule. @returns its id, undefined if it exists */
async function insertGranule(
  trx: Handle,
  granule: Pick<NewGranule, 'name' | 'startsAt'> & { simulated: boolean },
): Promise<number | undefined> {
  const [inserted] = await rowsOf<{ id: number }>(
    trx,
    `insert into lightning_granules (simulated, name, starts_at) values (:simulated, :name, :startsAt)
     on conflict do nothing returning id`,
    granule,
  );
  return inserted?.id;
}
