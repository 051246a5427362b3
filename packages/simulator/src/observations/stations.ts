import { offices, radarSites, soundingStations } from '@severe/catalogue';
import type { Point } from '@severe/geo';
import { elevationAt } from '../hrrr/terrain.ts';

/** A weather station. */
export interface Station extends Point {
  /** ICAO code. */
  id: string;
  name: string;
  state: string;
  elevationM: number;
}

/** The contiguous states, which the simulated air covers. */
const country = { south: 24.5, north: 49.5, west: -124.5, east: -67 };

/** One station at every office, sounding site and radar. */
export const stations: Station[] = distinct(
  [
    ...offices.map(({ icao, name, state, lat, lon }) => ({ id: icao, name, state, lat, lon })),
    ...soundingStations.map(({ icao, name, state, lat, lon }) => ({ id: icao, name, state, lat, lon })),
    ...radarSites.map(({ id, name, state, lat, lon }) => ({ id, name, state: state ?? '', lat, lon })),
  ].filter(
    ({ id, lat, lon }) =>
      id.startsWith('K') && lat > country.south && lat < country.north && lon > country.west && lon < country.east,
  ),
).map((station) => ({ ...station, elevationM: Math.round(elevationAt(station.lat, station.lon)) }));

function distinct<T extends { id: string }>(list: T[]): T[] {
  const byId = new Map(list.toReversed().map((one) => [one.id, one]));
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
