import type { Point } from '@severe/geo';
import { match } from './match.ts';
import {
  correctMotion,
  gateKm,
  offsetKm,
  positionErrorKm,
  predictMotion,
  restartPosition,
  startMotion,
  type MotionState,
} from './motion.ts';
import type { Sighting, Track, TrackerState } from './tracker-state.ts';

/** A track without a sighting for longer has ended: a cell often weakens below the thresholds for a frame or two. */
const longestGapMs = 7 * 60_000;

/** After a longer gap between frames all tracks begin anew: cells can no longer be told apart. */
const longestPauseMs = 20 * 60_000;

/** Beyond this many standard errors a sighting tells of a split or a merger, not of the motion. */
const surprising = 2.5;

/**
 * Continues tracks with the cells of the next frame.
 *
 * @param state undefined for the first frame
 * @param at    time of the frame, milliseconds since 1970, after that of the state
 * @returns the state after the frame, and the track of each cell
 */
export function track<Cell extends Sighting>(
  state: TrackerState | undefined,
  at: number,
  cells: Cell[],
): { state: TrackerState; tracked: { cell: Cell; track: Track }[] } {
  const isContinued = state !== undefined && at - state.at <= longestPauseMs;
  const known = isContinued ? state.tracks.map((one) => predicted(one, at)) : [];
  const pairs = match(known, cells);

  const tracked = cells.map((cell, i) => {
    const before = pairs.get(i);
    return { cell, track: before ? continued(before, cell, at) : undefined };
  });
  let number = 0;
  const settled = tracked.flatMap(({ track: one }) => one ?? []);
  const complete = tracked.map(({ cell, track: one }) => ({
    cell,
    track: one ?? begun(cell, at, ++number, guess(cell, [...settled, ...known])),
  }));

  const seen = new Set(pairs.values());
  const missed = known.filter((one) => !seen.has(one) && at - one.seenAt <= longestGapMs);
  return { state: { at, tracks: [...complete.map(({ track: one }) => one), ...missed] }, tracked: complete };
}

/** The track at the time of the next frame. `seenAt` stays. */
function predicted(before: Track, at: number): Track {
  return { ...before, motion: predictMotion(before.motion, (at - before.motionAt) / 1000), motionAt: at };
}

function continued({ motion, ...before }: Track, cell: Sighting, at: number): Track {
  const { eastKm, northKm } = offsetKm(motion, cell);
  const measured = { lat: cell.lat, lon: cell.lon, errorKm: positionErrorKm(cell.areaKm2) };
  const isSurprising = Math.hypot(eastKm, northKm) > surprising * gateKm(motion, measured.errorKm);
  return {
    ...before,
    seenAt: at,
    frames: before.frames + 1,
    areaKm2: cell.areaKm2,
    motion: isSurprising ? restartPosition(motion, measured) : correctMotion(motion, measured),
  };
}

function begun(cell: Sighting, at: number, number: number, velocity: Velocity): Track {
  const time = new Date(at).toISOString().replace(/[-:]/g, '').slice(0, 15);
  return {
    id: `${time}Z-${number}`,
    firstSeenAt: at,
    seenAt: at,
    frames: 1,
    areaKm2: cell.areaKm2,
    motionAt: at,
    motion: startMotion({ lat: cell.lat, lon: cell.lon, errorKm: positionErrorKm(cell.areaKm2) }, velocity),
  };
}

type Velocity = Pick<MotionState, 'east' | 'north' | 'velocityVar'>;

/** Cells within some hundred kilometres move alike. */
const likenessKm = 120;
/** Standard error of the velocity of a cell against its neighbours', m/s. */
const unlikenessMps = 4;
/** Standard error of a velocity of which nothing is known, m/s: storms move at up to 40. */
const unknownMps = 14;

/** The first guess of a velocity: the mean of the neighbours', by their errors and distances; else rest, with a large error. */
function guess(cell: Point, neighbours: Track[]): Velocity {
  let [weights, east, north] = [1 / unknownMps ** 2, 0, 0];
  for (const { motion } of neighbours) {
    const { eastKm, northKm } = offsetKm(cell, motion);
    const nearness = Math.exp(-((Math.hypot(eastKm, northKm) / likenessKm) ** 2));
    const weight = nearness / (motion.velocityVar + unlikenessMps ** 2);
    weights += weight;
    east += weight * motion.east;
    north += weight * motion.north;
  }
  return { east: east / weights, north: north / weights, velocityVar: 1 / weights + unlikenessMps ** 2 };
}
