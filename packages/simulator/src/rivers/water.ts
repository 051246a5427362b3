import { hourMs, minuteMs } from '../model/plane.ts';
import { randomFrom } from '../model/random.ts';
import { LruCache } from '../lru-cache.ts';
import { stormModel } from '../model/storms.ts';
import { shapesOf } from '../shapes/index.ts';
import { echoOver, rainRate } from '../shapes/rain.ts';
import { gaugesOf, type Gauge } from './gauges.ts';
import { reaches } from './reaches.ts';

/** The state of a river at a time. */
export interface Water {
  at: number;
  /** Feet. */
  stage: number;
  /** Thousands of cubic feet per second. */
  flow: number;
}

/** A forecast for a gauge. */
export interface RiverForecast {
  issuedAt: number;
  /** Every six hours, five days ahead. */
  points: Water[];
}

export interface Rivers {
  gauges: Gauge[];
  /** The newest reading by `now`; undefined if the gauge is out of service. */
  observed(gauge: Gauge, now: number): Water | undefined;
  /** The newest forecast by `now`; undefined if the gauge has none. */
  forecast(gauge: Gauge, now: number): RiverForecast | undefined;
}

/** Runoff peaks this long after the rain and lasts for a day. */
const runoffPeakH = 4;
const runoffMs = 24 * hourMs;
/** Speed of a flood wave, km/h. */
const waveSpeedKmh = 7;

/** Gauges are read every quarter of an hour; readings arrive with a delay. */
const readIntervalMs = 15 * minuteMs;
const readingDelayMs = 4 * minuteMs;

const issueIntervalMs = 6 * hourMs;
const issueDelayMs = 75 * minuteMs;
/** Forecasts use the rain of the next day only. */
const rainForecastMs = 24 * hourMs;
const forecastSteps = 20;

/** Rivers that rise and fall with the rain of a seed's storms. */
export function openRivers(seed: number): Rivers {
  const gauges = gaugesOf(seed);
  const rain = openRain(seed);

  /** Rain that has reached a gauge, mm/h; `weightAt` is the fraction of the rain at a time that counts. */
  const wetnessAt = ({ reach, above }: Gauge, at: number, weightAt: (time: number) => number): number => {
    let wetness = 0;
    for (const i of above) {
      const left = at - ((reaches[reach].km - reaches[i].km) / waveSpeedKmh) * hourMs;
      for (let step = Math.floor(left / rainIntervalMs); step * rainIntervalMs > left - runoffMs; step--) {
        const time = step * rainIntervalMs;
        const share = weightAt(time);
        if (share === 0) continue;
        const hours = (left - time) / hourMs / runoffPeakH;
        wetness += share * rain(step)[i] * (hours / runoffPeakH) * Math.exp(-hours);
      }
    }
    return (wetness * (rainIntervalMs / hourMs)) / above.length;
  };

  const readings = new LruCache<number, Map<string, Water>>(
    8,
    (at) =>
      new Map(
        gauges.map((gauge) => [
          gauge.lid,
          waterOf(
            gauge,
            at,
            wetnessAt(gauge, at, () => 1),
          ),
        ]),
      ),
  );

  const forecasts = new LruCache<number, Map<string, RiverForecast>>(4, (begins) => {
    const expected = (gauge: Gauge): RiverForecast => {
      const trust = 0.65 + 0.6 * randomFrom(seed, 0xf0e, begins / issueIntervalMs, gauge.reach);
      const weightAt = (time: number): number => (time <= begins ? 1 : time <= begins + rainForecastMs ? trust : 0);
      const points = Array.from({ length: forecastSteps }, (_, i) => begins + (i + 1) * issueIntervalMs);
      return {
        issuedAt: begins + issueDelayMs,
        points: points.map((at) => waterOf(gauge, at, wetnessAt(gauge, at, weightAt))),
      };
    };
    return new Map(gauges.filter(({ hasForecast }) => hasForecast).map((gauge) => [gauge.lid, expected(gauge)]));
  });

  return {
    gauges,
    observed: ({ lid, outOfService }, now) =>
      outOfService
        ? undefined
        : readings.get(Math.floor((now - readingDelayMs) / readIntervalMs) * readIntervalMs).get(lid),
    forecast: ({ lid, outOfService }, now) =>
      outOfService
        ? undefined
        : forecasts.get(Math.floor((now - issueDelayMs) / issueIntervalMs) * issueIntervalMs).get(lid),
  };
}

/** Flow is linear in the rain; stage rises more slowly. */
function waterOf({ rating: { low, banks, fullAt } }: Gauge, at: number, wetness: number): Water {
  const full = wetness / fullAt;
  const stage = low.stage + (banks.stage - low.stage) * full ** 0.55;
  const flow = low.flow + (banks.flow - low.flow) * full;
  return { at, stage: Math.round(100 * stage) / 100, flow: Math.round(1000 * flow) / 1000 };
}

/** Sampling interval of rain over land. */
export const rainIntervalMs = 20 * minuteMs;

/** Cached steps: more than the look-back plus a forecast. */
const cachedSteps = 400;

/**
 * Creates the function that gives the rain over the catchment of every reach, mm/h, in the order of `reaches`; `step`
 * counts from 1970.
 */
export function openRain(seed: number): (step: number) => Float32Array {
  const stormsAt = stormModel(seed);
  const steps = new LruCache<number, Float32Array>(cachedSteps, (step) => {
    const time = step * rainIntervalMs;
    const shapes = shapesOf(stormsAt(time), time);
    return Float32Array.from(reaches, ({ land }) => {
      const rates = land.map((place) => rainRate(echoOver(place, shapes)));
      return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    });
  });
  return (step) => steps.get(step);
}
