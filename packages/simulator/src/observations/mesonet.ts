import { LruCache } from '../lru-cache.ts';
import { elevationAt } from '../hrrr/terrain.ts';
import { allCounties } from '../land/counties.ts';
import { roundTo } from '../model/curves.ts';
import { minuteMs } from '../model/plane.ts';
import { openObserver, type Observation } from './observation.ts';
import type { Station } from './stations.ts';

/** States with a mesonet: one station in each county. */
const states = ['KS', 'NE', 'OK', 'TX'];

/** All stations report every five minutes, with this delay. */
const everyMs = 5 * minuteMs;
const delayMs = 2 * minuteMs;

const stationsOf = new LruCache<string, Station[]>(states.length, (state) =>
  allCounties()
    .filter((county) => county.state === state)
    .map(({ fips, name, middle: { lat, lon } }) => ({
      id: `SIM${fips}`,
      name: `${name} County`,
      state,
      lat: roundTo(lat, 10_000),
      lon: roundTo(lon, 10_000),
      elevationM: Math.round(elevationAt(lat, lon)),
    })),
);

/** Creates the function that gives the newest observations of a state's mesonet; none without a mesonet. */
export function openMesonets(seed: number): (state: string, now: number) => Observation[] {
  const observe = openObserver(seed);
  return (state, now) => {
    if (!states.includes(state)) return [];
    return observe(stationsOf.get(state), Math.floor((now - delayMs) / everyMs) * everyMs);
  };
}
