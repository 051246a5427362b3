import { rowsOf, type TableContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import { locateInZones } from '../../locate.ts';

/** A weather station, as far as a source describes it. */
export interface NewStation {
  /** `KOUN` */
  station: string;
  name: string | null;
  state: string | null;
  elevationM: number | null;
  lon: number;
  lat: number;
}

/** Description of a station by the weather service, with the codes of its zones. */
export interface DescribedStation extends NewStation {
  zones: string[];
}

/** Rows per statement: a statement has two seconds. */
const storedAtOnce = 500;

/**
 * Stores stations: existing values stay, missing ones are added. A station moves only if its new location differs by more
 * than 0.02 degrees, because sources round locations differently.
 */
const storeSql = `
insert into stations as old (simulated, station, name, state, elevation_m, place)
select distinct on (station) cast(:simulated as boolean), station, name, state, "elevationM", ST_SetSRID(ST_MakePoint(lon, lat), 4326)
from jsonb_to_recordset(cast(:given as jsonb)) as given (
  station text, name text, state text, "elevationM" real, lon double precision, lat double precision)
order by station
on conflict (simulated, station) do update set
  name = coalesce(old.name, excluded.name), state = coalesce(old.state, excluded.state),
  elevation_m = coalesce(old.elevation_m, excluded.elevation_m),
  place = case when ST_DWithin(old.place, excluded.place, 0.02) then old.place else excluded.place end
where not ST_DWithin(old.place, excluded.place, 0.02) or (old.name is null and excluded.name is not null)
  or (old.state is null and excluded.state is not null) or (old.elevation_m is null and excluded.elevation_m is not null)`;

/** Names of the weather service are readable and take precedence. */
const describeSql = `
update stations s set name = coalesce(given.name, s.name), wfo = coalesce((
    select z.wfo from zones z where z.ugc = any(given.zones) and z.wfo is not null order by z.kind limit 1), s.wfo)
from jsonb_to_recordset(cast(:given as jsonb)) as given (station text, name text, zones text[])
where s.simulated = :simulated and s.station = given.station
returning s.id`;

/** Stores stations and fills in their state and office from zones. */
export async function storeStations(trx: Handle, context: TableContext, stations: NewStation[]): Promise<void> {
  const { simulated } = context;
  for (let i = 0; i < stations.length; i += storedAtOnce) {
    await rowsOf(trx, storeSql, { simulated, given: JSON.stringify(stations.slice(i, i + storedAtOnce)) });
  }
  await locateInZones(trx, context, 'stations');
}

/** Stores descriptions of stations by the weather service. @returns how many */
export async function describeStations(
  trx: Handle,
  context: TableContext,
  stations: DescribedStation[],
): Promise<number> {
  await storeStations(trx, context, stations);
  const given = JSON.stringify(stations);
  return (await rowsOf(trx, describeSql, { simulated: context.simulated, given })).length;
}
