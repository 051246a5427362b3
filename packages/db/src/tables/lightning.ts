import type { SearchArea } from '@severe/geo';
import type { Knex } from 'knex';
import { allOf, equals, geoJsonOf, inArea, pageOf, type Page } from '../filters.ts';
import { removeOldRows } from '../remove-old.ts';
import { rowsOf, type World } from '../world.ts';
import { changeDataSet } from './data-sets.ts';

/** A flash of a granule that comes in. */
export interface NewFlash {
  /** Its place in the granule, from 0. */
  number: number;
  at: Date;
  lat: number;
  lon: number;
  /** Femtojoules. */
  energyFj: number | null;
  areaKm2: number | null;
}

/** What a satellite saw in some seconds. */
export interface NewGranule {
  /** The provider's name for it, which no other has. */
  name: string;
  satellite: string;
  startsAt: Date;
  flashes: NewFlash[];
}

/** A flash as it is shown in a list. */
export interface FlashRow extends Omit<NewFlash, 'number' | 'lat' | 'lon'> {
  id: number;
  satellite: string;
  /** GeoJSON text. */
  geometry: string;
}

/** All filters must hold. */
export interface FlashSearch {
  area?: SearchArea | undefined;
  state?: string | undefined;
  /** After this time. */
  from: Date;
  /** Up to this time. */
  to: Date;
  limit: number;
}

export interface Lightning {
  /** Stores a granule with its flashes, all or none; false when it was here before. */
  take(granule: NewGranule): Promise<boolean>;
  /** Those of these granules that are here. */
  known(names: string[]): Promise<Set<string>>;
  /** Newest first. */
  search(search: FlashSearch): Promise<Page<FlashRow>>;
  /** Removes granules that began before a time. @returns how many */
  removeOld(before: Date): Promise<number>;
}

/** A statement has two seconds. */
const storedAtOnce = 500;
/** Granules; each may hold a thousand flashes. */
const removedAtOnce = 30;

const COLUMNS = `t.id, t.flash_time as at, t.satellite, t.energy_fj as "energyFj", t.area_km2 as "areaKm2",
  ${geoJsonOf('t.place')} as geometry`;

/** The state is that of the county which a flash lies in: to look for it once is cheaper than at every question. */
const STORE = `
insert into lightning (simulated, granule, number, satellite, flash_time, place, state, energy_fj, area_km2)
select :simulated, :granule, given.number, :satellite, given.at, at.place, (
    select z.state from zones z where z.kind = 'county' and ST_Intersects(z.shape, at.place) order by z.ugc limit 1),
  given."energyFj", given."areaKm2"
from jsonb_to_recordset(cast(:given as jsonb)) as given (
    number integer, at timestamptz, lat double precision, lon double precision,
    "energyFj" double precision, "areaKm2" double precision),
  lateral (select ST_SetSRID(ST_MakePoint(given.lon, given.lat), 4326) as place) at`;

export function createLightning(world: World): Lightning {
  const { knex, simulated } = world;

  return {
    take({ name, satellite, startsAt, flashes }) {
      return changeDataSet(world, 'lightning', async (trx) => {
        const granule = await insertGranule(trx, { simulated, name, startsAt });
        if (granule === undefined) return { result: false, changed: false };
        for (let i = 0; i < flashes.length; i += storedAtOnce) {
          const given = JSON.stringify(flashes.slice(i, i + storedAtOnce));
          await rowsOf(trx, STORE, { simulated, granule, satellite, given });
        }
        return { result: true, changed: true, dataAt: startsAt };
      });
    },

    async known(names) {
      const rows = await rowsOf<{ name: string }>(
        knex,
        `select name from lightning_granules where simulated = :simulated and name = any(:names)`,
        { simulated, names },
      );
      return new Set(rows.map(({ name }) => name));
    },

    async search({ area, state, from, to, limit }) {
      const { rows, matched } = await pageOf<Omit<FlashRow, 'id'> & { id: string }>(knex, {
        columns: COLUMNS,
        from: 'lightning',
        where: allOf([
          {
            sql: 't.simulated = :simulated and t.flash_time > :from and t.flash_time <= :to',
            values: { simulated, from, to },
          },
          equals('state', state),
          inArea(area, 't.place', 'points'),
        ]),
        order: 't.flash_time desc, t.id desc',
        apart: true,
        limit,
        offset: 0,
      });
      return { rows: rows.map((row) => ({ ...row, id: Number(row.id) })), matched };
    },

    removeOld: (before) => removeOldRows(world, 'lightning_granules', 'starts_at', before, { atOnce: removedAtOnce }),
  };
}

/** The id of a granule that was not here before. */
async function insertGranule(
  trx: Knex,
  granule: Pick<NewGranule, 'name' | 'startsAt'> & { simulated: boolean },
): Promise<string | undefined> {
  const [inserted] = await rowsOf<{ id: string }>(
    trx,
    `insert into lightning_granules (simulated, name, starts_at) values (:simulated, :name, :startsAt)
     on conflict do nothing returning id`,
    granule,
  );
  return inserted?.id;
}
