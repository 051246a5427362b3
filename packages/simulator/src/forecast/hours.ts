import { humidityPct } from '../model/humidity.ts';
import { distanceM, type Point } from '@severe/geo';
import type { FutureEvents } from '../center/future-events.ts';
import { airAt, airGroundM, lapsePerM } from '../hrrr/air.ts';
import { elevationAt } from '../hrrr/terrain.ts';
import { hourMs, radian } from '../model/plane.ts';
import { synopticAt } from '../model/synoptic.ts';
import { environmentAt, windAround } from '../nexrad/wind.ts';

/** The forecast of one hour. */
export interface Hour {
  at: number;
  temperatureC: number;
  dewpointC: number;
  humidityPct: number;
  /** Probability of rain, percent. */
  chancePct: number;
  windMps: number;
  gustMps: number;
  /** Wind direction, degrees from north. */
  fromDeg: number;
  skyPct: number;
}

/** Length of the forecast, hours. */
const hoursAhead = 156;

/** Rain within this distance and one hour counts for a place, metres. */
const nearM = 70_000;

/** The hourly forecast of a place: the air of the model and the storms that will pass. */
export function hoursAt(seed: number, futureEvents: FutureEvents, place: Point, from: number): Hour[] {
  const groundM = elevationAt(place.lat, place.lon);
  return Array.from({ length: hoursAhead }, (_, i) => {
    const at = from + i * hourMs;
    const air = airAt(synopticAt(seed, at), place.lat, place.lon, at);
    const temperatureC = air.temperature - lapsePerM * (groundM - airGroundM);
    const dewpointC = Math.min(air.dewPoint, temperatureC - 0.3);
    const { east, north } = environmentAt(windAround(place, seed, { cells: [], lines: [], shields: [] }, at), 0.01);
    const storms = futureEvents
      .between('rain', at - hourMs, at + 2 * hourMs)
      .filter((rain) => distanceM(rain.place, place) < nearM);
    const chancePct = Math.min(90, Math.round((12 * storms.length) / 10) * 10);
    return {
      at,
      temperatureC,
      dewpointC,
      humidityPct: Math.round(humidityPct(temperatureC, dewpointC)),
      chancePct,
      windMps: Math.hypot(east, north),
      gustMps: Math.max(air.gust, Math.hypot(east, north)),
      fromDeg: Math.round(((Math.atan2(-east, -north) / radian + 360) % 360) / 10) * 10,
      skyPct: Math.max(chancePct, Math.round(Math.max(0, 90 - 8 * (temperatureC - dewpointC)))),
    };
  });
}
