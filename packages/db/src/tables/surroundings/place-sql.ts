import { placeNamesSql, pointSql } from '../../filters.ts';
import { selectList } from '../../table.ts';
import { inAreaOrZones } from '../alerts/table.ts';
import { observationsTable, stationSql } from '../observations/table.ts';
import { nearestCitySql, zonesAroundSql } from '../places/table.ts';
import { watchCovers } from '../watches/watch-covers.ts';
import { alertsSql, discussionsSql, firstOf, listOf, outlooksSql, reportsSql, watchesSql } from './parts.ts';
import { reach } from './reach.ts';

/** Alerts that cover the place, by polygon or zone. Only the SQL is used: the statement binds `:lat` and `:lon`. */
const alertCovers = inAreaOrZones({ point: { lat: 0, lon: 0 } }, true).sql;
const covers = `ST_Intersects(t.shape, ${placeNamesSql})`;
const within = (column: string, metres: number | string) =>
  `ST_DWithin(geography(${column}), geography(${pointSql}), ${metres})`;

/** Recent observations first, then by distance: a station that reports hourly must not hide a nearer one for long. */
const observationSql = `
  select ${selectList(observationsTable.columns)}, ST_Y(t.place) as lat, ST_X(t.place) as lon from (
    select o.*, ${stationSql} from stations s cross join lateral (
      select * from observations o
      where o.station_id = s.id and o.at > :observedSince and o.at <= :at order by o.at desc, o.source desc limit 1) o
    where s.simulated = :simulated and ${within('s.place', reach.stationM)}) t
  order by (t.at > :recentSince and t.temperature_c is not null) desc, geography(t.place) <-> geography(${pointSql}), t.id
  limit 1`;

/** The box serves the index of positions; the condition on the distance is exact. */
const lightningSql = `
  select count(*) as count, max(t.flash_time) as "newestAt" from lightning t
  where t.simulated = :simulated and t.flash_time > :flashesSince and t.flash_time <= :at
    and t.place && ST_MakeEnvelope(:west, :south, :east, :north, 4326) and ${within('t.place', reach.lightningM)}`;

/** Cells that a warning covers are left out: its own motion counts. */
const cellsSql = `
  select t.cell, t.frame_at as "frameAt", ST_Y(t.place) as lat, ST_X(t.place) as lon, t.toward_deg as "towardDeg",
    t.speed_mps as "speedMps", t.spread_deg as "spreadDeg", t.max_dbz as "maxDbz"
  from storm_cells t
  where t.simulated = :simulated and t.frame_at > :scannedSince and t.toward_deg is not null
    and t.scan = (select id from storm_scans where simulated = :simulated order by frame_at desc limit 1)
    and ${within('t.place', reach.stormsM)}
    and not exists (
      select from alerts a where a.simulated = :simulated and a.status = 'active' and a.expires > :at
        and a.motion is not null and ST_Intersects(a.polygon, t.place))
  order by geography(t.place) <-> geography(${pointSql}), t.id limit ${reach.records}`;

/** Everything around a place, each list as a column of one row. */
export const placeSql = `select
  ${listOf(alertsSql(alertCovers, reach.records))} as alerts,
  ${listOf(alertsSql(`t.motion is not null and ${within('t.polygon', reach.stormsM)}`, reach.records))} as storms,
  ${listOf(cellsSql)} as cells,
  ${listOf(
    watchesSql(
      watchCovers((column) => `ST_Intersects(${column}, ${pointSql})`),
      reach.records,
    ),
  )} as watches,
  ${listOf(discussionsSql(covers, reach.records))} as discussions,
  ${listOf(outlooksSql('outlooks', covers, reach.records))} as outlooks,
  ${listOf(outlooksSql('eros', covers, reach.records))} as eros,
  ${listOf(reportsSql(`t.at > :reportsSince and ${within('t.point', reach.reportsM)}`, reach.records))} as reports,
  ${firstOf(observationSql)} as observation,
  ${firstOf(lightningSql)} as lightning,
  ${firstOf(nearestCitySql)} as near,
  ${listOf(zonesAroundSql)} as zones`;
