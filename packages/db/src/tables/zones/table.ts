import { geoJsonOf, repaired, parseShape } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeSharedDataSet } from '../../change-data-set.ts';
import { defineTable } from '../../table.ts';
import { counties as countiesMigration } from './019-counties.ts';
import { zoneVersions } from './037-zone-versions.ts';

/** Kinds of zones in alerts. A forecast zone and a fire zone may have the same code. */
export const zoneKinds = ['county', 'forecast', 'fire'] as const;
export type ZoneKind = (typeof zoneKinds)[number];

/** An area that alerts are issued for, by its Universal Geographic Code. */
export interface Zone {
  kind: ZoneKind;
  /** `OKC027`, `AMZ330` */
  ugc: string;
  name: string;
  state: string | null;
  wfo: string | null;
  simplified: boolean;
}

export interface Zones {
  /**
   * Stores zones; they replace existing ones, but a simplified shape never replaces a full one. A null office keeps the
   * stored one. `shape` is GeoJSON text; empty shapes are skipped.
   */
  put(zones: (Zone & { shape: string })[]): Promise<{ new: number; changed: number }>;
  /** Which of these, as `kind/ugc`, have no shape. */
  missing(zones: string[]): Promise<string[]>;
  /** Whether at least 90 % of the counties have an office; true without counties. */
  hasOffices(): Promise<boolean>;
  /** Sets the offices of counties by their codes. @returns the number of changed rows */
  assignOffices(counties: { ugc: string; wfo: string }[]): Promise<number>;
  /** Those of these zones, as `kind/ugc`, that exist. */
  find(zones: string[]): Promise<Zone[]>;
  /** The counties of a state. */
  counties(state: string): Promise<Zone[]>;
  /** By code, of any kind; `shape` is GeoJSON text. */
  withShapes(ugcs: string[]): Promise<(Zone & { shape: string })[]>;
}

const columnsSql = 'kind, ugc, name, state, wfo, simplified';

export const zonesTable = defineTable({
  name: 'zones',
  migrations: [countiesMigration, zoneVersions],
  dataSet: 'zones',
  create: createZones,
});

function createZones(context: TableContext): Zones {
  const { knex } = context;
  return {
    put(zones) {
      const given = JSON.stringify([...new Map(zones.map((zone) => [`${zone.kind}/${zone.ugc}`, zone])).values()]);
      return changeSharedDataSet(context, async (trx, version) => {
        const stored = await rowsOf<{ isNew: boolean }>(trx, putSql, { zones: given, version });
        const fresh = stored.filter(({ isNew }) => isNew).length;
        return { result: { new: fresh, changed: stored.length - fresh }, changed: stored.length > 0 };
      });
    },

    async missing(zones) {
      const rows = await rowsOf<{ zone: string }>(
        knex,
        `select zone from unnest(cast(:zones as text[])) as zone
         where not exists (
           select from zones where kind = split_part(zone, '/', 1) and ugc = split_part(zone, '/', 2))`,
        { zones },
      );
      return rows.map(({ zone }) => zone);
    },

    async hasOffices() {
      const [{ known }] = await rowsOf<{ known: boolean }>(
        knex,
        `select count(wfo) >= 0.9 * count(*) as known from zones where kind = 'county'`,
        {},
      );
      return known;
    },

    assignOffices: (counties) =>
      changeSharedDataSet(context, async (trx) => {
        const changed = await rowsOf(trx, assignSql, { counties: JSON.stringify(counties) });
        // Stations and gauges that were located before the offices were known are located again.
        for (const table of ['stations', 'gauges']) {
          await rowsOf(trx, `update ${table} set located_at = null where wfo is null and located_at is not null`, {});
        }
        return { result: changed.length, changed: changed.length > 0 };
      }),

    find: (zones) =>
      rowsOf<Zone>(
        knex,
        `select ${columnsSql} from zones
         where (ugc, kind) in (
           select split_part(zone, '/', 2), split_part(zone, '/', 1) from unnest(cast(:zones as text[])) as zone)
         order by ugc, kind`,
        { zones },
      ),

    counties: (state) =>
      rowsOf<Zone>(knex, `select ${columnsSql} from zones where kind = 'county' and state = :state order by ugc`, {
        state,
      }),

    withShapes: (ugcs) =>
      rowsOf<Zone & { shape: string }>(
        knex,
        `select ${columnsSql}, ${geoJsonOf('shape')} as shape from zones where ugc = any(:ugcs) order by ugc, kind`,
        { ugcs },
      ),
  };
}

/** Maximum number of vertices that a statement can repair in time. Larger shapes must be valid. */
const maxRepaired = 10_000;

const putSql = `
insert into zones as old (${columnsSql}, shape, version)
select ${columnsSql}, area, cast(:version as bigint) from (
  select *, case when ST_NPoints(raw) > ${maxRepaired} then ST_ForcePolygonCCW(raw) else ${repaired('raw')} end as area
  from (
    select *, ${parseShape('shape')} as raw
    from jsonb_to_recordset(cast(:zones as jsonb)) as given
      (kind text, ugc text, name text, state text, wfo text, simplified boolean, shape text)
    offset 0 -- so that each is read once
  ) given
) shaped where not ST_IsEmpty(area)
on conflict (ugc, kind) do update set
  name = excluded.name, state = excluded.state, wfo = coalesce(excluded.wfo, old.wfo),
  simplified = excluded.simplified, shape = excluded.shape, version = excluded.version
where (old.simplified or not excluded.simplified)
  and (old.shape, old.name, old.simplified) is distinct from (excluded.shape, excluded.name, excluded.simplified)
returning (xmax = 0) as "isNew"`;

const assignSql = `
update zones z set wfo = given.wfo
from jsonb_to_recordset(cast(:counties as jsonb)) as given (ugc text, wfo text)
where z.kind = 'county' and z.ugc = given.ugc and z.wfo is distinct from given.wfo
returning z.ugc`;
