import { hour, minute } from '../model/plane.ts';
import { chance } from '../model/random.ts';
import { Recent } from '../recent.ts';
import { gaugesOf, type Gauge } from './gauges.ts';
import { openRain, rainStep } from './rain.ts';
import { reaches } from './reaches.ts';

/** How a river stands at a time. */
export interface Water {
  at: number;
  /** Feet. */
  stage: number;
  /** Thousands of cubic feet a second. */
  flow: number;
}

/** What forecasters expect of a gauge. */
export interface RiverForecast {
  issuedAt: number;
  /** Every six hours, five days ahead. */
  points: Water[];
}

export interface Rivers {
  gauges: Gauge[];
  /** The newest reading of a gauge by `now`; undefined where it is out of service. */
  observed(gauge: Gauge, now: number): Water | undefined;
  /** The newest forecast by `now`; undefined for gauges that have none. */
  forecast(gauge: Gauge, now: number): RiverForecast | undefined;
}

/** Rain that has fallen reaches the river most of all after this, and for a day. */
const peaksAfterH = 4;
const drainsFor = 24 * hour;
/** A flood wave goes so fast, km/h. */
const wavePace = 7;

/** Gauges are read on the quarter of an hour, and told some minutes later. */
const readEvery = 15 * minute;
const toldAfter = 4 * minute;

const issuedEvery = 6 * hour;
const writingTakes = 75 * minute;
/** Rain that is to come counts for a day: more is not foreseen. */
const rainForeseen = 24 * hour;
const forecastSteps = 20;

/** Rivers that rise where the storms of a seed rain, and fall afterwards. */
export function openRivers(seed: number): Rivers {
  const gauges = gaugesOf(seed);
  const rain = openRain(seed);

  /** Rain as the river at a gauge feels it, mm/h; `believed` tells how much of that of a time counts. */
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

/** Flow rises with the rain on the land, and the stage with the flow, ever slower. */
function waterOf({ rating: { low, banks, fullAt } }: Gauge, at: number, wetness: number): Water {
  const full = wetness / fullAt;
  const stage = low.stage + (banks.stage - low.stage) * full ** 0.55;
  const flow = low.flow + (banks.flow - low.flow) * full;
  return { at, stage: Math.round(100 * stage) / 100, flow: Math.round(1000 * flow) / 1000 };
}
