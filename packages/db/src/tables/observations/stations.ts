import type { Knex } from 'knex';
import { rowsOf, type TableContext } from '../../context.ts';
import { locateInZones } from '../../locate.ts';

/** A place where the weather is observed, as far as a source tells of it. */
export interface NewStation {
  /** `KOUN` */
  station: string;
  name: string | null;
  state: string | null;
  elevationM: number | null;
  lon: number;
  lat: number;
}

/** What the weather service says of a station, with the codes of the zones that it lies in. */
export interface DescribedStation extends NewStation {
  zones: string[];
}

/** A statement has two seconds. */
const storedAtOnce = 500;

/**
 * Stores what is told of stations: what is known stays, what was not known is added. One is moved only where it is told
 * to lie elsewhere altogether, since sources round its place in their own ways.
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

/** Names of the weather service are for people to read, and go before those of others. */
const describeSql = `
update stations s set name = coalesce(given.name, s.name), wfo = coalesce((
    select z.wfo from zones z where z.ugc = any(given.zones) and z.wfo is not null order by z.kind limit 1), s.wfo)
from jsonb_to_recordset(cast(:given as jsonb)) as given (station text, name text, zones text[])
where s.simulated = :simulated and s.station = given.station
returning s.id`;

/** Stores stations, and says of each in which state and for which office it is, where zones tell. */
export async function storeStations(trx: Knex, context: TableContext, stations: NewStation[]): Promise<void> {
  const { simulated } = context;
  for (let i = 0; i < stations.length; i += storedAtOnce) {
    await rowsOf(trx, storeSql, { simulated, given: JSON.stringify(stations.slice(i, i + storedAtOnce)) });
  }
  await locateInZones(trx, context, 'stations');
}

/** Stores stations as the weather service describes them. @returns how many */
export async function describeStations(
  trx: Knex,
  context: TableContext,
  stations: DescribedStation[],
): Promise<number> {
  await storeStations(trx, context, stations);
  const given = JSON.stringify(stations);
  return (await rowsOf(trx, describeSql, { simulated: context.simulated, given })).length;
}
