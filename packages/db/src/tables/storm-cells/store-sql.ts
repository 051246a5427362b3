import { shapeOf } from '../../filters.ts';
import { givenPoint, givenPosition, givenRows, givenValues, names } from '../../columns.ts';
import { cellValues } from './cell.ts';

/** How far ahead cities are looked for, seconds. */
const aheadSeconds = 3600;

/** A city at least this near to the path of the centre is on the way, also of a small cell, metres. */
const leastReachM = 8000;

/** A slower cell has no cities ahead: its direction says nothing. */
const leastSpeedMps = 2;

/** Cities on the way of one cell. */
const mostPlaces = 5;

/**
 * Cities that the cell reaches within an hour. The path is the geodesic of the centre; the reach to both sides is the
 * radius of a circle with the area of the cell. A city under the cell is reached now.
 */
const placesSql = `
select coalesce(jsonb_agg(jsonb_build_object(
    'name', ahead.name, 'state', ahead.state, 'distanceKm', round(cast(ahead.distance / 1000 as numeric), 1),
    'arrivesAt', to_char((cast(:frameAt as timestamptz) + make_interval(secs => ahead.seconds)) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  order by ahead.seconds, ahead.population desc, ahead.id), '[]')
from (
  select p.id, p.name, p.state, p.population, near.distance,
    case when ST_Intersects(made.shape, p.location) then 0
         else greatest(0, near.distance * cos(near.azimuth - radians(given."towardDeg")) / given."speedMps") end as seconds
  from places p
  cross join lateral (
    select ST_Distance(geography(made.place), geography(p.location)) as distance,
           coalesce(ST_Azimuth(geography(made.place), geography(p.location)), 0) as azimuth) near
  where p.kind = 'city' and given."speedMps" >= ${leastSpeedMps}
    and ST_DWithin(geography(p.location), path.line, greatest(${leastReachM}, sqrt(given."areaKm2" / pi()) * 1000))
    and (near.distance * cos(near.azimuth - radians(given."towardDeg")) > 0 or ST_Intersects(made.shape, p.location))
  order by seconds, p.population desc, p.id limit ${mostPlaces}) ahead`;

/** Stores cells of a scan, with the cities ahead. */
export const storeCellsSql = `
insert into storm_cells (simulated, scan, frame_at, ${names(cellValues)}, place, shape, places)
select cast(:simulated as boolean), cast(:scan as bigint), cast(:frameAt as timestamptz), ${givenValues(cellValues)}, made.place,
  made.shape, (${placesSql})
from ${givenRows({ ...cellValues, ...givenPosition, outline: 'outline text' })}
cross join lateral (
  select ${givenPoint} as place, ${shapeOf('given.outline')} as shape) made
cross join lateral (
  select geography(ST_MakeLine(made.place, geometry(ST_Project(geography(made.place),
    coalesce(given."speedMps", 0) * ${aheadSeconds}, radians(coalesce(given."towardDeg", 0)))))) as line) path`;
