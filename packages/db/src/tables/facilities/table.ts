import type { SearchArea } from '@severe/geo';
import { allOf, equals, geoJsonOf, inArea, uncountedPageOf, type UncountedPage } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeSharedDataSet } from '../../change-data-set.ts';
import {
  assignments,
  column,
  givenPoint,
  givenPosition,
  givenRows,
  givenValues,
  names,
  shown,
  type RowOf,
} from '../../columns.ts';
import { countStored, type StoredRow } from '../../stored.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { facilities as facilitiesMigration } from './020-facilities.ts';

/** What names a facility. */
const identity = {
  /** Name of its list. */
  source: column<string>('source text'),
  /** `hospital`, `nursing_home` … */
  kind: column<string>('kind text'),
  /** Identifier in its list, unique for its kind. */
  key: column<string>('key text'),
};

/** Description of a facility. Its order stays: a digest is made of it, and another digest is another facility. */
const description = {
  name: column<string>('name text'),
  address: column<string | null>('address text'),
  city: column<string | null>('city text'),
  state: column<string | null>('state text'),
  /** FIPS code of its county, five digits. */
  fips: column<string | null>('fips text'),
  /** Beds, places or pupils. */
  capacity: column<number | null>('capacity integer'),
};

/** Source of the fictitious facilities of the demonstration. Only the simulated world has them. */
export const simulatedList = 'simulated';

/** A new facility. */
export interface Facility extends RowOf<typeof identity>, RowOf<typeof description> {
  lon: number;
  lat: number;
}

export interface FacilityRow extends Pick<Facility, 'kind'>, RowOf<typeof description> {
  id: number;
  /** GeoJSON text. */
  geometry: string;
}

/** All filters must hold. */
interface FacilitySearch {
  area: SearchArea;
  state?: string | undefined;
  kinds?: string[] | undefined;
  limit: number;
}

/** A facility within the polygon of an alert. */
export interface AffectedFacility {
  id: number;
  kind: string;
  name: string;
  lat: number;
  lon: number;
}

export interface Facilities {
  /** Stores facilities; they replace existing ones. A few hundred at a time. */
  put(facilities: Facility[]): Promise<{ new: number; changed: number }>;
  /** Updates the statistics of the planner after an import: without them queries take five times as long. */
  analyze(): Promise<void>;
  search(search: FacilitySearch): Promise<UncountedPage<FacilityRow>>;
  /** Facilities within the polygon of an alert: the number of each kind, and the first rows. */
  inAlert(alertId: number, limit: number): Promise<{ counts: Record<string, number>; facilities: AffectedFacility[] }>;
}

const columns: Columns<FacilityRow> = {
  id: 't.id',
  kind: 't.kind',
  ...shown(description),
  geometry: geoJsonOf('t.point'),
};
const columnsSql = selectList(columns);

export const facilitiesTable = defineTable({
  name: 'facilities',
  migrations: [facilitiesMigration],
  dataSet: 'facilities',
  columns,
  create: createFacilities,
});

function createFacilities(context: TableContext): Facilities {
  const { knex, simulated } = context;
  const inWorld = { sql: inWorldSql, values: { simulated, simulatedList } };

  return {
    put(facilities) {
      return changeSharedDataSet(context, async (trx) => {
        const stored = await rowsOf<StoredRow>(trx, storeSql, { given: JSON.stringify(facilities) });
        return { result: countStored(stored), changed: stored.length > 0, dataAt: context.clock() };
      });
    },

    async analyze() {
      await rowsOf(knex, 'analyze facilities', {});
    },

    async search({ area, state, kinds, limit }) {
      const { rows, more } = await uncountedPageOf<FacilityRow>(knex, {
        columns: columnsSql,
        from: 'facilities',
        where: allOf([
          inWorld,
          inArea(area, 't.point', 'points'),
          equals('state', state),
          kinds && { sql: 't.kind = any(cast(:kinds as text[]))', values: { kinds } },
        ]),
        order: 't.id desc',
        limit,
      });
      return { rows, more };
    },

    async inAlert(alertId, limit) {
      const counted = await rowsOf<{ kind: string; count: number }>(
        knex,
        `select t.kind, count(*) as count ${hitSql} group by t.kind`,
        { simulated, simulatedList, alertId },
      );
      const rows = await rowsOf<AffectedFacility>(
        knex,
        `select t.id, t.kind, t.name, ST_Y(t.point) as lat, ST_X(t.point) as lon ${hitSql}
         order by t.kind, t.id limit :limit`,
        { simulated, simulatedList, alertId, limit },
      );
      return {
        counts: Object.fromEntries(counted.map(({ kind, count }) => [kind, count])),
        facilities: rows,
      };
    },
  };
}

/** Excludes the list of the demonstration from the real world. */
const inWorldSql = '(:simulated or t.source <> :simulatedList)';

const hitSql = `from alerts a join facilities t on ST_Intersects(t.point, a.polygon)
  where a.simulated = :simulated and a.id = :alertId and ${inWorldSql}`;

/**
 * Of two facilities with one identifier the last is stored. A missing state or county is that of the location.
 */
const storeSql = `
with numbered as (
  select row_number() over () as place, given.*, md5(cast(given as text)) as digest
  from ${givenRows({ ...identity, ...description, ...givenPosition })}),
given as (
  select distinct on (source, kind, key) *, ${givenPoint} as location
  from numbered given order by source, kind, key, place desc)
insert into facilities as old (${names(identity)}, digest, ${names(description)}, point)
select ${givenValues(identity)}, digest, ${givenValues(description, {
  state: 'coalesce(given.state, county.state)',
  fips: 'coalesce(given.fips, county.fips)',
})}, location
from given
left join lateral (
  select zones.state, zones.fips from zones
  where (given.state is null or given.fips is null) and zones.kind = 'county' and ST_Intersects(zones.shape, location)
  order by zones.ugc limit 1
) county on true
where not exists (
  select from facilities known
  where known.source = given.source and known.kind = given.kind and known.key = given.key
    and known.digest = given.digest)
order by place
on conflict (source, kind, key) do update set
  digest = excluded.digest, ${assignments(description)}, point = excluded.point
returning id, (xmax = 0) as "isNew"`;
