import { hour, minute } from '../model/plane.ts';
import { chance } from '../model/random.ts';
import { Recent } from '../recent.ts';
import { gaugesOf, type Gauge } from './gauges.ts';
import { openRain, rainStep } from './rain.ts';
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
const peaksAfterH = 4;
const drainsFor = 24 * hour;
/** Speed of a flood wave, km/h. */
const wavePace = 7;

/** Gauges are read every quarter of an hour; readings arrive with a delay. */
const readEvery = 15 * minute;
const toldAfter = 4 * minute;

const issuedEvery = 6 * hour;
const writingTakes = 75 * minute;
/** Forecasts use the rain of the next day only. */
const rainForeseen = 24 * hour;
const forecastSteps = 20;

/** Rivers that rise and fall with the rain of a seed's storms. */
export function openRivers(seed: number): Rivers {
  const gauges = gaugesOf(seed);
  const rain = openRain(seed);

  /** Rain that has reached a gauge, mm/h; `weightAt` is the fraction of the rain at a time that counts. */
  const wetnessAt = ({ reach, above }: Gauge, at: number, believed: (time: number) => number): number => {
    let wetness = 0;
    for (const i of above) {
      const left = at - ((reaches[reach].km - reaches[i].km) / wavePace) * hour;
      for (let step = Math.floor(left / rainStep); step * rainStep > left - drainsFor; step--) {
        const time = step * rainStep;
        const share = believed(time);
        if (share === 0) continue;
        const hours = (left - time) / hour / peaksAfterH;
        wetness += share * rain(step)[i] * (hours / peaksAfterH) * Math.exp(-hours);
      }
    }
    return (wetness * (rainStep / hour)) / above.length;
  };

  const readings = new Recent<number, Map<string, Water>>(
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

  const forecasts = new Recent<number, Map<string, RiverForecast>>(4, (begins) => {
    const expected = (gauge: Gauge): RiverForecast => {
      const trust = 0.65 + 0.6 * chance(seed, 0xf0e, begins / issuedEvery, gauge.reach);
      const believed = (time: number): number => (time <= begins ? 1 : time <= begins + rainForeseen ? trust : 0);
      const points = Array.from({ length: forecastSteps }, (_, i) => begins + (i + 1) * issuedEvery);
      return {
        issuedAt: begins + writingTakes,
        points: points.map((at) => waterOf(gauge, at, wetnessAt(gauge, at, believed))),
      };
    };
    return new Map(gauges.filter(({ hasForecast }) => hasForecast).map((gauge) => [gauge.lid, expected(gauge)]));
  });

  return {
    gauges,
    observed: ({ lid, outOfService }, now) =>
      outOfService ? undefined : readings.get(Math.floor((now - toldAfter) / readEvery) * readEvery).get(lid),
    forecast: ({ lid, outOfService }, now) =>
      outOfService ? undefined : forecasts.get(Math.floor((now - writingTakes) / issuedEvery) * issuedEvery).get(lid),
  };
}

/** Flow is linear in the rain; stage rises more slowly. */
function waterOf({ rating: { low, banks, fullAt } }: Gauge, at: number, wetness: number): Water {
  const full = wetness / fullAt;
  const stage = low.stage + (banks.stage - low.stage) * full ** 0.55;
  const flow = low.flow + (banks.flow - low.flow) * full;
  return { at, stage: Math.round(100 * stage) / 100, flow: Math.round(1000 * flow) / 1000 };
}
