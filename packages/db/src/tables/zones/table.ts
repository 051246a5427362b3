import { geoJsonOf, repaired, parseShape } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeSharedDataSet } from '../../change-data-set.ts';
import { assignments, column, except, givenRows, names, shown, type RowOf } from '../../columns.ts';
import { countStored, type StoredRow } from '../../stored.ts';
import { defineTable, selectList } from '../../table.ts';
import { counties as countiesMigration } from './019-counties.ts';
import { zoneVersions } from './037-zone-versions.ts';
import { zoneSources } from './053-zone-sources.ts';

/** Kinds of zones in alerts. A forecast zone and a fire zone may have the same code. */
export const zoneKinds = ['county', 'forecast', 'fire'] as const;
export type ZoneKind = (typeof zoneKinds)[number];

/** An area that alerts are issued for, by its Universal Geographic Code. */
const content = {
  kind: column<ZoneKind>('kind text'),
  /** `OKC027`, `AMZ330` */
  ugc: column<string>('ugc text'),
  name: column<string>('name text'),
  state: column<string | null>('state text'),
  wfo: column<string | null>('wfo text'),
  /** Whether a part of the shape is generalised for small maps. */
  simplified: column<boolean>('simplified boolean'),
  /** Name of the file or service that the shape is from; null if not known. */
  source: column<string | null>('source text'),
  /** Date of the boundaries, `2016-01-01`; null if not known. */
  asOf: column<string | null>('as_of text'),
};
export type Zone = RowOf<typeof content>;

/**
 * Where a shape comes from, in ascending order of precedence: fetched from the weather service for one zone, part of the
 * program, imported by the operator. The counties of one origin fit together, so a later one does not replace them singly.
 */
export const zoneOrigins = ['provider', 'bundled', 'imported'] as const;
type ZoneOrigin = (typeof zoneOrigins)[number];

/** A zone to store. `shape` is GeoJSON text; the default origin is `provider`. */
export type GivenZone = Omit<Zone, 'source' | 'asOf'> &
  Partial<Pick<Zone, 'source' | 'asOf'>> & { origin?: ZoneOrigin; shape: string };

/** A county that is part of the program. `shape` is a valid area as TWKB in base64. */
export interface BundledCounty {
  ugc: string;
  name: string;
  source: string;
  asOf: string;
  simplified: boolean;
  shape: string;
}

export interface Zones {
  /**
   * Stores zones; they replace existing ones of the same or a lower origin, but a simplified shape does not replace a full one
   * of the same origin. A null office keeps the stored one. Empty shapes are skipped.
   */
  put(zones: GivenZone[]): Promise<{ new: number; changed: number }>;
  /** The same for counties of the program, whose shapes are stored unchanged; a newer edition replaces an older one. */
  putBundled(counties: BundledCounty[]): Promise<{ new: number; changed: number }>;
  /** Which of these, as `kind/ugc`, have no shape. */
  missing(zones: string[]): Promise<string[]>;
  /** Whether at least 90 % of the counties have an office; true without counties. */
  hasOffices(): Promise<boolean>;
  /** Sets the offices of counties by their codes. @returns the number of changed rows */
  assignOffices(counties: { ugc: string; wfo: string }[]): Promise<number>;
  /** Those of these zones, as `kind/ugc`, that exist. */
  find(zones: string[]): Promise<Zone[]>;
  /** A point inside each of these counties, by code. */
  pointsInside(ugcs: string[]): Promise<{ ugc: string; lat: number; lon: number }[]>;
  /** The counties of a state. */
  counties(state: string): Promise<Zone[]>;
  /** By code, of any kind; `shape` is GeoJSON text. */
  withShapes(ugcs: string[]): Promise<(Zone & { shape: string })[]>;
}

const kept = { ...content, origin: 'origin text' };
const columnsSql = selectList({ ...shown(content), asOf: 'cast(t.as_of as text)' });

export const zonesTable = defineTable({
  name: 'zones',
  migrations: [countiesMigration, zoneVersions, zoneSources],
  dataSet: 'zones',
  create: createZones,
});

function createZones(context: TableContext): Zones {
  const { knex } = context;

  function store(sql: string, zones: object[]): Promise<{ new: number; changed: number }> {
    return changeSharedDataSet(context, async (trx, version) => {
      const stored = await rowsOf<StoredRow>(trx, sql, { given: JSON.stringify(zones), version });
      return { result: countStored(stored), changed: stored.length > 0 };
    });
  }

  return {
    put: (zones) => store(putSql, [...new Map(zones.map((zone) => [`${zone.kind}/${zone.ugc}`, zone])).values()]),

    putBundled: (counties) => store(putBundledSql, counties),

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
        const changed = await rowsOf(trx, assignSql, { given: JSON.stringify(counties) });
        // Stations and gauges that were located before the offices were known are located again.
        for (const table of ['stations', 'gauges']) {
          await rowsOf(trx, `update ${table} set located_at = null where wfo is null and located_at is not null`, {});
        }
        return { result: changed.length, changed: changed.length > 0 };
      }),

    find: (zones) =>
      rowsOf<Zone>(
        knex,
        `select ${columnsSql} from zones t
         where (ugc, kind) in (
           select split_part(zone, '/', 2), split_part(zone, '/', 1) from unnest(cast(:zones as text[])) as zone)
         order by ugc, kind`,
        { zones },
      ),

    pointsInside: (ugcs) =>
      rowsOf<{ ugc: string; lat: number; lon: number }>(
        knex,
        `select ugc, ST_Y(inside) as lat, ST_X(inside) as lon
         from zones, lateral (select ST_PointOnSurface(shape) as inside) point
         where kind = 'county' and ugc = any(:ugcs)`,
        { ugcs },
      ),

    counties: (state) =>
      rowsOf<Zone>(knex, `select ${columnsSql} from zones t where kind = 'county' and state = :state order by ugc`, {
        state,
      }),

    withShapes: (ugcs) =>
      rowsOf<Zone & { shape: string }>(
        knex,
        `select ${columnsSql}, ${geoJsonOf('shape')} as shape from zones t where ugc = any(:ugcs) order by ugc, kind`,
        { ugcs },
      ),
  };
}

const rankSql = (row: string) =>
  `array_position(array[${zoneOrigins.map((origin) => `'${origin}'`).join()}], ${row}.origin)`;

/** Maximum number of vertices that a statement can repair in time. Larger shapes must be valid. */
const maxRepaired = 10_000;

/** A change of these is one of the zone. */
const compared = except(kept, 'kind', 'ugc', 'state', 'wfo');

/** Stores rows of a query that gives `area` and all columns but `version`. */
const storeSql = (rows: string) => `
insert into zones as old (${names(kept)}, shape, version)
select ${names(kept)}, area, cast(:version as bigint)
from (${rows}) shaped where not ST_IsEmpty(area)
on conflict (ugc, kind) do update set
  ${assignments(compared)}, state = excluded.state, wfo = coalesce(excluded.wfo, old.wfo), shape = excluded.shape,
  version = excluded.version
where (${rankSql('excluded')} > ${rankSql('old')}
    or (excluded.origin = old.origin and (old.origin = 'bundled' or old.simplified or not excluded.simplified)))
  and (old.shape, ${names(compared, 'old')}) is distinct from (excluded.shape, ${names(compared, 'excluded')})
returning (xmax = 0) as "isNew"`;

const givenZones = givenRows({ ...kept, shape: 'shape text' });

const putSql = storeSql(`
  select *, case when ST_NPoints(raw) > ${maxRepaired} then ST_ForcePolygonCCW(raw) else ${repaired('raw')} end as area
  from (
    select kind, ugc, name, state, wfo, simplified, coalesce(origin, 'provider') as origin, source,
      cast("asOf" as date) as as_of, ${parseShape('shape')} as raw
    from ${givenZones}
    offset 0 -- so that each is read once
  ) given`);

const putBundledSql = storeSql(`
  select 'county' as kind, ugc, name, left(ugc, 2) as state, cast(null as text) as wfo, simplified, 'bundled' as origin,
    source, cast("asOf" as date) as as_of, ST_SetSRID(ST_GeomFromTWKB(decode(shape, 'base64')), 4326) as area
  from ${givenZones}`);

const assignSql = `
update zones z set wfo = given.wfo
from ${givenRows({ ugc: content.ugc, wfo: content.wfo })}
where z.kind = 'county' and z.ugc = given.ugc and z.wfo is distinct from given.wfo
returning z.ugc`;
