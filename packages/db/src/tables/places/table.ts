import type { Point } from '@severe/geo';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeSharedDataSet } from '../../change-data-set.ts';
import { placeNamesSql, pointSql } from '../../filters.ts';
import type { PlaceTerm } from './place-terms.ts';
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
import { countStored, type StoredRow } from '../../stored.ts';
import { defineTable, selectList } from '../../table.ts';
import { places as placesMigration } from './006-places.ts';
import { placeKinds as placeKindsMigration } from './054-place-kinds.ts';

/** Kinds of places. Only cities name other places. */
export const placeKinds = ['city', 'postcode', 'county', 'airport', 'radar'] as const;
type PlaceKind = (typeof placeKinds)[number];

const content = {
  /** Source and identifier: `geonames/4543762`, `zip/73069`, `county/OKC027`, `airport/KOKC`, `radar/KTLX`. */
  id: column<string>('id text'),
  kind: column<PlaceKind>('kind text'),
  name: column<string>('name text'),
  /** For a postcode: the place it belongs to. */
  town: column<string | null>('town text'),
  /** Two letters; territories of the United States have theirs. */
  state: column<string>('state text'),
  /** ISO 3166-1 alpha-2, lower case. */
  country: column<string>('country text'),
  /** 0 if unknown. */
  population: column<number>('population integer'),
};

/** A place that can be found by name. */
export interface Place extends RowOf<typeof content> {
  lat: number;
  lon: number;
}

/** The county that contains a place, if its shape is stored. */
export interface County {
  /** `OKC027` */
  ugc: string;
  name: string;
  state: string | null;
  wfo: string | null;
}

export interface FoundPlace extends Place {
  county: County | null;
  /** 0: the name equals the term; 1: the name starts with it; 2: a later word of the name does. */
  how: 0 | 1 | 2;
}

export interface NearPlace extends Place {
  distanceM: number;
  /** From the place to the requested point, degrees clockwise from north; null if they coincide. */
  bearing: number | null;
}

/** Areas that contain a point, as far as their shapes are stored. */
export interface Around {
  county: County | null;
  /** The forecast zone, `OKZ029`. */
  zone: string | null;
  /** Forecast office of the county or a zone; null if none is stored. */
  wfo: string | null;
}

export type PlaceWithTerms = Place & { terms: PlaceTerm[] };

export interface Places {
  /** Stores places with their search terms. A few hundred at a time. */
  put(places: PlaceWithTerms[]): Promise<{ new: number; changed: number }>;
  /** The same, without places of the Census Bureau that another list has with the same name within 20 km. */
  putMissing(places: PlaceWithTerms[]): Promise<{ new: number; changed: number }>;
  /** Edition of a collection that is stored completely; undefined before the first. */
  edition(name: string): Promise<string | undefined>;
  /** Records that an edition is stored completely. */
  recordEdition(name: string, edition: string): Promise<void>;
  /** The same for names of places; also updates the statistics of the planner. */
  finishEdition(name: string, edition: string): Promise<void>;
  /** Places with a term that starts with `term`, the best first. `term` is normalised by `normaliseTerm`. */
  search(query: { term: string; state?: string; country: string; limit: number }): Promise<FoundPlace[]>;
  postcode(code: string): Promise<FoundPlace | undefined>;
  /** The city nearest to a point, within 300 km. */
  nearest(point: Point): Promise<NearPlace | undefined>;
  /** Areas that contain a point. */
  around(point: Point): Promise<Around>;
}

const columnsSql = `${selectList(shown(content))}, ST_Y(t.location) as lat, ST_X(t.location) as lon`;

/** Maximum distance to the nearest place. */
const nearestM = 300_000;

/** A county is its own; another place is in the one that contains it. */
const countySql = `left join lateral (
    select ugc, name, state, wfo from zones
    where t.kind <> 'county' and kind = 'county' and ST_Intersects(shape, t.location)
    union all
    select ugc, name, state, wfo from zones where t.kind = 'county' and kind = 'county' and ugc = substr(t.id, 8)
    order by ugc limit 1
  ) county on true`;

export const placesTable = defineTable({
  name: 'places',
  migrations: [placesMigration, placeKindsMigration],
  dataSet: 'places',
  create: createPlaces,
});

function createPlaces(context: TableContext): Places {
  const { knex, clock } = context;

  function put(places: PlaceWithTerms[]): Promise<{ new: number; changed: number }> {
    const values = { given: JSON.stringify([...new Map(places.map((place) => [place.id, place])).values()]) };
    return changeSharedDataSet(context, async (trx) => {
      const stored = await rowsOf<StoredRow>(trx, putPlacesSql, values);
      await rowsOf(trx, dropTermsSql, values);
      await rowsOf(trx, putTermsSql, values);
      return { result: countStored(stored), changed: true };
    });
  }

  async function recordEdition(name: string, edition: string): Promise<void> {
    await rowsOf(
      knex,
      `insert into editions (name, edition, loaded_at) values (:name, :edition, :now)
       on conflict (name) do update set edition = excluded.edition, loaded_at = excluded.loaded_at`,
      { name, edition, now: clock() },
    );
  }

  return {
    put,
    recordEdition,

    async putMissing(places) {
      const ours = places.filter(({ id }) => id.startsWith('census/'));
      const values = { given: JSON.stringify(ours) };
      const known = new Set(
        ours.length > 0 ? (await rowsOf<{ id: string }>(knex, knownSql, values)).map(({ id }) => id) : [],
      );
      return put(places.filter(({ id }) => !known.has(id)));
    },

    async edition(name) {
      const [row] = await rowsOf<{ edition: string }>(knex, 'select edition from editions where name = :name', {
        name,
      });
      return row?.edition;
    },

    async finishEdition(name, edition) {
      // The embedded engine has no autovacuum. Statistics of locations are not needed and take seconds.
      await rowsOf(knex, 'analyze place_terms', {});
      await rowsOf(knex, 'analyze places (id, kind, state, country, population)', {});
      await recordEdition(name, edition);
    },

    async search({ term, state, country, limit }) {
      const rows = await rowsOf<FoundRow>(
        knex,
        `select ${columnsSql}, t.how, ${countyColumnsSql}
         from (
           select place.*, hit.how from (
             select place_id, min(case when term = :term and whole then 0 when whole then 1 else 2 end) as how
             from place_terms where term >= :term and term < :after group by place_id
           ) hit join places place on place.id = hit.place_id
           where place.country = :country and place.kind <> 'postcode' and place.state = coalesce(:state, place.state)
           order by hit.how, place.kind = 'city' desc, place.population desc, place.id limit :limit
         ) t ${countySql}
         order by t.how, t.kind = 'city' desc, t.population desc, t.id`,
        { term, after: `${term}\u{10ffff}`, state: state ?? null, country, limit },
      );
      return rows.map(withCounty);
    },

    async postcode(code) {
      const [row] = await rowsOf<FoundRow>(
        knex,
        `select ${columnsSql}, 0 as how, ${countyColumnsSql} from places t ${countySql} where t.id = :id`,
        { id: `zip/${code}` },
      );
      return row && withCounty(row);
    },

    async nearest({ lat, lon }) {
      const [row] = await rowsOf<NearPlace>(knex, nearestCitySql, { lat, lon, nearestM });
      return row;
    },

    async around({ lat, lon }) {
      return readAround(await rowsOf<ZoneRow>(knex, zonesAroundSql, { lat, lon }));
    },
  };
}

/** The city nearest to a point, within `:nearestM` metres. */
export const nearestCitySql = `
  select ${columnsSql}, ST_Distance(geography(t.location), geography(${pointSql})) as "distanceM",
         degrees(ST_Azimuth(geography(t.location), geography(${pointSql}))) as bearing
  from places t
  where t.kind = 'city' and ST_DWithin(geography(t.location), geography(${pointSql}), :nearestM)
  order by geography(t.location) <-> geography(${pointSql}), t.id limit 1`;

/** Zones of every kind that contain a point. */
export const zonesAroundSql = `
  select kind, ugc, name, state, wfo from zones where ST_Intersects(shape, ${placeNamesSql}) order by ugc, kind`;

/** A row of `zonesAroundSql`. */
export type ZoneRow = County & { kind: string };

/** The areas that contain a point, from the rows of `zonesAroundSql`. */
export function readAround(rows: ZoneRow[]): Around {
  const { kind: _, ...county } = rows.find(({ kind }) => kind === 'county') ?? { kind: null };
  const zone = rows.find(({ kind }) => kind === 'forecast');
  const wfo = rows.find((row) => row.wfo !== null)?.wfo ?? null;
  return { county: 'ugc' in county ? county : null, zone: zone?.ugc ?? null, wfo };
}
const countyColumnsSql = `case when county.ugc is null then null else to_jsonb(county) end as county`;

type FoundRow = Place & { how: number; county: County | null };

function withCounty(row: FoundRow): FoundPlace {
  return { ...row, how: row.how as FoundPlace['how'] };
}

const givenSql = givenRows({ ...content, ...givenPosition, terms: 'terms jsonb' });
/** What another edition may change of a place. */
const changing = except(content, 'id');

const putPlacesSql = `
insert into places as old (${names(content)}, location)
select ${givenValues(content)}, ${givenPoint} from ${givenSql}
on conflict (id) do update set ${assignments(changing)}, location = excluded.location
where (${names(changing, 'old')}, old.location) is distinct from (${names(changing, 'excluded')}, excluded.location)
returning (xmax = 0) as "isNew"`;

/** Places of these that another list has. */
const knownSql = `
select id from ${givenSql}
where exists (
  select from jsonb_to_recordset(given.terms) as named (term text, whole boolean)
  join place_terms t on t.term = named.term and t.whole
  join places other on other.id = t.place_id
  where named.whole and other.kind = 'city' and other.state = given.state and other.id not like 'census/%'
    and ST_DWithin(geography(other.location), geography(${givenPoint}), 20000))`;

const dropTermsSql = `delete from place_terms where place_id in (select id from ${givenSql})`;

const putTermsSql = `
insert into place_terms (term, whole, place_id)
select term, bool_or(whole), id from ${givenSql}
cross join lateral jsonb_to_recordset(terms) as each (term text, whole boolean)
group by term, id`;
