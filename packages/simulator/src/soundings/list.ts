import { soundingStations, type SoundingStation } from '@severe/catalogue';
import { zuluTime } from '../land/utc-time.ts';
import { hourMs, minuteMs } from '../model/plane.ts';
import { profileAt } from './profile.ts';

/** The contiguous states, which the simulated air covers. */
const country = { south: 24, north: 50, west: -125, east: -66 };

/** Delay of a sounding. */
const soundingDelayMs = 70 * minuteMs;

const stations = soundingStations.filter(
  ({ lat, lon }) => lat > country.south && lat < country.north && lon > country.west && lon < country.east,
);

/**
 * The soundings of an hour as the Iowa Environmental Mesonet lists them: those of 00 and 12 UTC, once available.
 *
 * @param letters identifier of one station; all if undefined
 */
export function soundingsOf(seed: number, at: number, now: number, letters?: string): object {
  const isDue = at % (12 * hourMs) === 0 && at + soundingDelayMs <= now;
  const wanted = stations.filter(({ id, icao }) => letters === undefined || letters === id || letters === icao);
  return { profiles: isDue ? wanted.map((station) => listed(seed, station, at)) : [] };
}

function listed(seed: number, station: SoundingStation, at: number): object {
  const levels = profileAt(seed, station, at).map((level) => ({
    dwpc: level.dewpointC,
    pres: level.pressureHpa,
    sknt: level.speedKt,
    drct: level.fromDeg,
    tmpc: level.temperatureC,
    hght: level.heightM,
  }));
  return { profile: levels, station: station.icao, valid: zuluTime(at) };
}
