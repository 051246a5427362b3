import { airAt, airGroundM, lapsePerM } from '../hrrr/air.ts';
import { clamp, roundTo } from '../model/curves.ts';
import { minuteMs, mpsPerKnot, radian } from '../model/plane.ts';
import { stormModel } from '../model/storms.ts';
import { synopticAt } from '../model/synoptic.ts';
import { environmentAt, windAround } from '../nexrad/wind.ts';
import { LruCache } from '../lru-cache.ts';
import { shapesOf, type Shape } from '../shapes/index.ts';
import { coolingBy, coolingTimes } from '../shapes/outflow.ts';
import { echoOver, rainRate } from '../shapes/rain.ts';
import { stations, type Station } from './stations.ts';

/** One observation of a station. */
export interface Observation {
  station: Station;
  at: number;
  temperatureC: number;
  dewpointC: number;
  /** Wind direction, rounded to ten degrees; speeds in knots. */
  fromDeg: number;
  speedKt: number;
  /** Null without gusts. */
  gustKt: number | null;
  /** Sea-level pressure, hPa. */
  pressureHpa: number;
  visibilityMi: number;
  /** `CLR`, `SCT`, `BKN` or `OVC`, and cloud base, feet. */
  sky: string;
  baseFt: number;
  /** METAR weather group; empty for none. */
  weather: string;
  /** Rain of the last hour, mm. */
  rainMm: number;
}

/** Each station reports every 20 minutes, at its own minute. Reports arrive with this delay. */
const reportIntervalMinutes = 20;
const reportIntervalMs = reportIntervalMinutes * minuteMs;
const reportDelayMs = 3 * minuteMs;

/** Creates the function that gives the newest observation of every station at a time. */
export function openObservations(seed: number): (now: number) => Observation[] {
  const observe = openObserver(seed);
  const reported = new LruCache<number, Observation[]>(2 * reportIntervalMinutes, (at) => {
    const turn = (at / minuteMs) % reportIntervalMinutes;
    return observe(
      stations.filter((_, i) => i % reportIntervalMinutes === turn),
      at,
    );
  });
  return (now) =>
    Array.from({ length: reportIntervalMinutes }, (_, turn) => {
      const offset = turn * minuteMs;
      return reported.get(Math.floor((now - reportDelayMs - offset) / reportIntervalMs) * reportIntervalMs + offset);
    })
      .flat()
      .toSorted((one, other) => (one.station.id < other.station.id ? -1 : 1));
}

/** Shapes of the storms at as many times as the stations look back. */
const keptShapes = 32;

/** Creates the function that gives what stations observe at a time. */
export function openObserver(seed: number): (stations: Station[], at: number) => Observation[] {
  const stormsAt = stormModel(seed);
  const shapesAt = new LruCache<number, Shape[]>(keptShapes, (at) => shapesOf(stormsAt(at), at));
  return (observers, at) => {
    const past = coolingTimes(at).map(({ time, share }) => ({ share, shapes: shapesAt.get(time) }));
    return observers.map((station) => {
      const cooling = Math.max(...past.map(({ share, shapes }) => share * coolingBy(echoOver(station, shapes))));
      return observed(seed, station, { at, dbz: echoOver(station, past[0].shapes), cooling });
    });
  };
}

/** @param now echo above the station, and how much rain of the last hours has cooled the air, from 0 to 1 */
function observed(seed: number, station: Station, now: { at: number; dbz: number; cooling: number }): Observation {
  const { at, dbz, cooling } = now;
  const air = airAt(synopticAt(seed, at), station.lat, station.lon, at);
  const { east, north } = environmentAt(windAround(station, seed, { cells: [], lines: [], shields: [] }, at), 0.01);
  const cooled = 9 * cooling; // by evaporation, and by downdraughts
  const temperatureC = air.temperature - lapsePerM * (station.elevationM - airGroundM) - cooled;
  const dewpointC = Math.min(air.dewPoint - 0.3 * cooled, temperatureC - 0.4);
  const speedKt = Math.round(Math.hypot(east, north) / mpsPerKnot);
  const gustKt = Math.round(Math.max(air.gust / mpsPerKnot, dbz > 30 ? speedKt + 0.9 * (dbz - 30) : 0));
  const spread = temperatureC - dewpointC;
  return {
    station,
    at,
    temperatureC: roundTo(temperatureC, 10),
    dewpointC: roundTo(dewpointC, 10),
    fromDeg: (Math.round(((Math.atan2(-east, -north) / radian + 360) % 360) / 10) * 10) % 360 || 360,
    speedKt,
    gustKt: gustKt >= speedKt + 8 ? gustKt : null,
    pressureHpa: roundTo(air.pressure / 100, 10),
    visibilityMi: dbz > 50 ? 1 : dbz > 40 ? 3 : dbz > 25 ? 6 : 10,
    sky: dbz > 15 ? 'OVC' : spread < 3 ? 'BKN' : spread < 9 ? 'SCT' : 'CLR',
    baseFt: clamp(Math.round((spread * 400) / 500) * 500, 500, 12_000),
    weather: weatherOf(dbz),
    rainMm: dbz > 20 ? roundTo(0.4 * rainRate(dbz), 10) : 0,
  };
}

/** Weather group by echo; thunder and hail with the strongest echoes. */
function weatherOf(dbz: number): string {
  if (dbz >= 60) return '+TSRAGR';
  if (dbz >= 45) return '+TSRA';
  if (dbz >= 33) return 'RA';
  return dbz >= 20 ? '-RA' : '';
}
