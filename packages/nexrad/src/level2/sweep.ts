import { Budget } from '../budget.ts';
import { NexradError } from '../error.ts';
import { limits } from '../limits.ts';
import { gatherMoment, type Moment } from './moment.ts';
import { momentNames, type MomentName, type Radial } from './radial.ts';

/** One rotation of the antenna, possibly incomplete. */
export interface Sweep {
  /** Index in the volume, from 0. */
  index: number;
  /** Number of the cut in the coverage pattern, from 1. */
  elevationNumber: number;
  /** Median elevation of its radials. */
  elevationDeg: number;
  radials: Radials;
  moments: Map<MomentName, Moment>;
  /** Velocities beyond ± this value are folded; undefined if the radar does not report it. */
  nyquistMps?: number;
  unambiguousRangeM?: number;
  /** 0.5 in super-resolution, else 1. */
  azimuthStepDeg: number;
  /** Whether the radar reported the end of the sweep; false at the end of a volume that is still being scanned. */
  isComplete: boolean;
}

/** Metadata of each radial, in scan order. */
export interface Radials {
  count: number;
  /** Centres, clockwise from north. */
  azimuthsDeg: Float32Array;
  elevationsDeg: Float32Array;
  /** Milliseconds since 1970. */
  timesMs: Float64Array;
}

/** Decides whether to read a sweep, from its first radial. `end`: neither this sweep nor any later one. */
export type Choice = (first: Radial, index: number) => 'take' | 'skip' | 'end';

/**
 * Groups radials into sweeps. A sweep starts at a radial with a start status, or where the cut number changes, since
 * the first radial may be lost.
 *
 * @throws {NexradError} on iteration: `too-large`, and any error of reading the radials
 */
export function* sweepsOf(radials: Iterable<Radial>, choose: Choice): Generator<Sweep> {
  let current: Radial[] = [];
  let index = -1;
  let isWanted = false;
  const budget = new Budget(limits.volumeGateBytes);
  const finish = function* (): Generator<Sweep> {
    if (current.length > 0) yield sweepFrom(current, index, budget);
    current = [];
  };

  let last: Radial | undefined;
  for (const radial of radials) {
    if (last === undefined || isStart(radial, last)) {
      yield* finish();
      index++;
      const choice = choose(radial, index);
      if (choice === 'end') return;
      if (index >= limits.sweeps) throw new NexradError('too-large', `there are more than ${limits.sweeps} sweeps`);
      isWanted = choice === 'take';
    }
    last = radial;
    if (!isWanted) continue;
    if (current.length >= limits.radials) {
      throw new NexradError('too-large', `sweep ${index} has more than ${limits.radials} radials`);
    }
    current.push(radial);
  }
  yield* finish();
}

function isStart(radial: Radial, last: Radial): boolean {
  if (radial.elevationNumber !== last.elevationNumber) return true;
  return radial.status === 'start-of-elevation' || radial.status === 'start-of-volume';
}

const endStatuses = new Set(['end-of-elevation', 'end-of-volume']);

function sweepFrom(radials: Radial[], index: number, budget: Budget): Sweep {
  const present = new Set(radials.flatMap(({ moments }) => moments.map(({ name }) => name)));
  const names = momentNames.filter((name) => present.has(name));
  const elevationsDeg = Float32Array.from(radials, ({ elevationDeg }) => elevationDeg);
  const [{ elevationNumber, about }] = radials;
  const azimuthsDeg = Float32Array.from(radials, ({ azimuthDeg }) => azimuthDeg);
  return {
    index,
    elevationNumber,
    elevationDeg: median(elevationsDeg),
    radials: { count: radials.length, azimuthsDeg, elevationsDeg, timesMs: Float64Array.from(radials, ({ at }) => at) },
    moments: new Map(names.map((name) => [name, gatherMoment(name, radials, budget)])),
    nyquistMps: about.nyquistMps || undefined,
    unambiguousRangeM: about.unambiguousRangeM || undefined,
    azimuthStepDeg: about.azimuthStepDeg ?? 1,
    isComplete: endStatuses.has(radials[radials.length - 1].status),
  };
}

function median(values: Float32Array): number {
  return values.toSorted()[values.length >> 1];
}
