import { soundingStations, type SoundingStation } from '@severe/catalogue';
import { zuluTime } from '../land/utc-time.ts';
import { hourMs, minuteMs, mpsPerKnot } from '../model/plane.ts';
import { profileAt } from './profile.ts';

/** The contiguous states, which the simulated air covers. */
const country = { south: 24, north: 50, west: -125, east: -66 };

/** Delay of a sounding. */
const soundingDelayMs = 70 * minuteMs;

/** The stations with simulated soundings. */
const stations = soundingStations.filter(
  ({ lat, lon }) => lat > country.south && lat < country.north && lon > country.west && lon < country.east,
);

/** Stations whose soundings the Mesonet lacks; the University of Wyoming has them. */
const unlisted = new Set(['KCAR', 'KGGW', 'KUIL', 'KKEY']);

/**
 * The soundings of an hour as the Iowa Environmental Mesonet lists them: those of 00 and 12 UTC, once available.
 *
 * @param letters identifier of one station; all if undefined
 */
export function soundingsOf(seed: number, at: number, now: number, letters?: string): object {
  const wanted = stations.filter(
    ({ id, icao }) => !unlisted.has(icao) && (letters === undefined || letters === id || letters === icao),
  );
  return { profiles: isDue(at, now) ? wanted.map((station) => listed(seed, station, at)) : [] };
}

function isDue(at: number, now: number): boolean {
  return at % (12 * hourMs) === 0 && at + soundingDelayMs <= now;
}

/** A sounding as the University of Wyoming writes it: winds in m/s, and the time of the release. */
export function soundingTable(seed: number, wmo: string, at: number, now: number): string {
  const station = stations.find((each) => each.wmo === wmo);
  if (!station || !isDue(at, now)) {
    const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
    return `Unable to retrieve the data for ${wmo} at ${time}.\n`;
  }
  const { lat, lon } = station;
  const released = new Date(at - hourMs).toISOString().slice(0, 19).replace('T', ' ');
  const lines = profileAt(seed, station, at).map((level) =>
    [
      released,
      lon.toFixed(4),
      lat.toFixed(4),
      level.pressureHpa.toFixed(1),
      String(level.heightM),
      level.temperatureC.toFixed(1),
      level.dewpointC.toFixed(1),
      String(level.fromDeg),
      (level.speedKt * mpsPerKnot).toFixed(1),
    ].join(','),
  );
  return [tableColumns.join(','), ...lines, ''].join('\n');
}

const tableColumns = [
  'time',
  'longitude',
  'latitude',
  'pressure_hPa',
  'geopotential height_m',
  'temperature_C',
  'dew point temperature_C',
  'wind direction_degree',
  'wind speed_m/s',
];

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
