import { zipfWeights } from '../support/statistics.ts';
import type { Habit } from './habits.ts';

/** A request that no cache has answered. */
export interface Arrival {
  /** Seconds from the start. */
  at: number;
  /** Processor time of its answer, in milliseconds. */
  cpuMs: number;
  /** The frame that it is about: one tile server has it; undefined: any server answers. */
  frame?: number;
}

/** Who asks, and what stands between. */
export interface Crowd {
  maps: number;
  /** Caches that ask the servers, each for a part of the maps. */
  caches: number;
  /** Length of the simulation. */
  seconds: number;
  random: () => number;
}

/** By Zipf's law with this exponent, a few places are looked at by many: cities, and the storms of the day. */
const popularity = 0.8;

/** What arrives at the origin of all that maps ask of one kind, in no order. */
export function arrivalsOf(habit: Habit, crowd: Crowd): Arrival[] {
  const { kept, cpuMs } = habit;
  const perSecond = (crowd.maps * habit.perHour) / 3600;
  if (kept.as === 'nothing') return poisson(perSecond, crowd).map((at) => ({ at, cpuMs }));
  const weights = zipfWeights(kept.addresses, popularity).map((weight) => weight / crowd.caches);
  if (kept.as === 'documents') {
    return inEachCache(weights, crowd, (weight) => renewals(perSecond * weight, kept.seconds, crowd)).map((at) => ({
      at,
      cpuMs,
    }));
  }
  const { everySeconds, withinSeconds } = kept;
  const perFrame = perSecond * everySeconds;
  const arrivals: Arrival[] = [];
  for (let start = -withinSeconds, frame = 0; start < crowd.seconds; start += everySeconds, frame++) {
    const firsts = inEachCache(weights, crowd, (weight) => first(perFrame * weight, withinSeconds, crowd.random));
    for (const after of firsts) {
      const at = start + after;
      if (at >= 0 && at < crowd.seconds) arrivals.push({ at, cpuMs, frame });
    }
  }
  return arrivals;
}

function inEachCache(
  weights: readonly number[],
  { caches }: Crowd,
  timesOf: (weight: number) => readonly number[],
): number[] {
  return weights.flatMap((weight) => Array.from({ length: caches }, () => timesOf(weight)).flat());
}

/** The first of requests whose expected number is given, spread evenly over some seconds: the only one that a cache passes on. */
function first(expected: number, seconds: number, random: () => number): number[] {
  const isAny = 1 - Math.exp(-expected);
  const chance = random();
  return chance < isAny ? [(-Math.log(1 - chance) / expected) * seconds] : [];
}

/** Requests that find nothing kept: after each of them, its answer is kept for some seconds. */
function renewals(perSecond: number, keptSeconds: number, { seconds, random }: Crowd): number[] {
  const times: number[] = [];
  const wait = (): number => -Math.log(1 - random()) / perSecond;
  // Before the start there was the same crowd.
  for (let at = -2 * keptSeconds * random() + wait(); at < seconds; at += keptSeconds + wait()) {
    if (at >= 0) times.push(at);
  }
  return times;
}

function poisson(perSecond: number, { seconds, random }: Crowd): number[] {
  const times: number[] = [];
  for (let at = 0; ;) {
    at += -Math.log(1 - random()) / perSecond;
    if (at >= seconds) return times;
    times.push(at);
  }
}
