import { rowsOf, type TableContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import { storeInParts } from '../../stored.ts';
import { column, givenPoint, givenPosition, givenRows, givenValues, names, type RowOf } from '../../columns.ts';
import { locateInZones } from '../../locate.ts';

/** What sources say of a weather station. */
export const description = {
  /** `KOUN` */
  station: column<string>('station text'),
  name: column<string | null>('name text'),
  state: column<string | null>('state text'),
  elevationM: column<number | null>('elevation_m real'),
};

/** A weather station, as far as a source describes it. */
interface NewStation extends RowOf<typeof description> {
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
insert into stations as old (simulated, ${names(description)}, place)
select distinct on (station) cast(:simulated as boolean), ${givenValues(description)}, ${givenPoint}
from ${givenRows({ ...description, ...givenPosition })}
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
from ${givenRows({ station: 'station text', name: 'name text', zones: 'zones text[]' })}
where s.simulated = :simulated and s.station = given.station
returning s.id`;

/** Stores stations and fills in their state and office from zones. */
export async function storeStations(trx: Handle, context: TableContext, stations: NewStation[]): Promise<void> {
  const { simulated } = context;
  await storeInParts(trx, storeSql, { simulated }, stations, storedAtOnce);
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
