import { distanceM, type Point } from '@severe/geo';
import { estimateMotion, pastAges, type EchoFrame, type Motion } from '@severe/nowcast';
import type { Field } from '@severe/raster';
import { echoOf, nowcastGridOf } from '@severe/raster-worker/nowcast';
import { openValues } from '@severe/raster/values';
import { identifyCells, motionOf, track, type EchoGrid, type Track, type TrackerState } from '@severe/storms';
import type { Benchmark, Measurement } from './benchmark.ts';
import { minutesApart, radarSequence, reflectivityFile } from './support/radar-sequence.ts';
import { inFolder } from './support/rounds.ts';

/** Frames of an hour. */
const frames = 31;
const spans = [10, 20, 30];
/** Ages of the frames from which the motion of the echoes is found, minutes. */
const ages = Array.from({ length: frames - 1 }, (_, i) => (i + 1) * minutesApart);
const motionAges = new Set([0, ...pastAges(ages).map((i) => ages[i])]);
/** Cells nearer than this to another may be a part of it, km. */
const nearKm = 20;
/** Frames after which the motion of a track is compared with that of the echoes around it. */
const settledFrames = 6;
/** The worker searches cells of 2 × 2. */
const searchedLevel = 1;

/** A cell of a frame with its track. */
interface Seen extends Point {
  id: string;
  track: Track;
}

/** Storm cells are identified and tracked through real frames, as the raster worker does it. */
export const cells: Benchmark = {
  name: 'cells',
  question: 'For how long are storm cells followed, and do they move as the echoes around them?',
  leavesOut: 'Whether a person would call them the same storm; other weather and seasons.',
  run: (context) =>
    inFolder(async (folder) => {
      const sequence = radarSequence(context.shared, folder, frames);
      context.log(sequence.what);
      const seen: Seen[][] = [];
      const echoes: EchoFrame[] = [];
      let state: TrackerState | undefined;
      let grid: EchoGrid | undefined;
      for (const [i, file] of sequence.frames.slice(0, frames).entries()) {
        const field = openValues(reflectivityFile(file, sequence), { level: searchedLevel }).field();
        grid = echoGridOf(field);
        const after = track(state, i * minutesApart * 60_000, identifyCells(grid));
        state = after.state;
        seen.push(after.tracked.map(({ cell: { lat, lon }, track: one }) => ({ lat, lon, id: one.id, track: one })));
        const age = (frames - 1 - i) * minutesApart;
        if (motionAges.has(age))
          echoes.push(echoOf(field, { ...nowcastGridOf(field), scale: 'decibel', minutes: -age }));
      }
      const { begun, split, ended, merged } = changesOf(seen);
      const perFrame = seen.reduce((sum, { length }) => sum + length, 0) / seen.length;
      context.log(`${perFrame.toFixed(0)} cells a frame, ${new Set(seen.flat().map(({ id }) => id)).size} tracks`);
      context.log(`${begun} began, of which ${split} within ${nearKm} km of another: splits, or new cells of a group`);
      context.log(`${ended} ended, of which ${merged} within ${nearKm} km of another: mergers, or the end of a part`);
      const followed = spans.map((minutes): Measurement => ({
        what: `cells followed over ${minutes} minutes`,
        value: 100 * followedShare(seen, minutes / minutesApart),
        unit: '% of all',
        better: 'higher',
      }));
      return [...followed, ...againstField(seen.at(-1)!, echoes, grid!)];
    }),
};

function echoGridOf({ geometry, ...field }: Field): EchoGrid {
  if (geometry.kind === 'latlon') return { ...field, geometry };
  throw new Error('the frames of the benchmark are in latitude and longitude');
}

/** The share of cells whose track is seen again so many frames later. */
function followedShare(seen: readonly Seen[][], later: number): number {
  let [all, again] = [0, 0];
  for (let i = 0; i + later < seen.length; i++) {
    const ids = new Set(seen[i + later].map(({ id }) => id));
    all += seen[i].length;
    again += seen[i].filter(({ id }) => ids.has(id)).length;
  }
  return again / Math.max(1, all);
}

/** Tracks that begin after the first frame or end before the last, and those near another cell of a neighbouring frame. */
function changesOf(seen: readonly Seen[][]): { begun: number; split: number; ended: number; merged: number } {
  const isNear = (cell: Seen, others: readonly Seen[]): boolean =>
    others.some((other) => other.id !== cell.id && distanceM(cell, other) < nearKm * 1000);
  const counts = { begun: 0, split: 0, ended: 0, merged: 0 };
  const known = new Set(seen[0].map(({ id }) => id));
  for (const [i, frame] of seen.entries()) {
    const later = new Set(seen.slice(i + 1).flatMap((next) => next.map(({ id }) => id)));
    for (const cell of frame) {
      if (!known.has(cell.id)) {
        counts.begun++;
        if (isNear(cell, seen[i - 1])) counts.split++;
      }
      known.add(cell.id);
      if (i === seen.length - 1 || later.has(cell.id)) continue;
      counts.ended++;
      if (isNear(cell, seen[i + 1])) counts.merged++;
    }
  }
  return counts;
}

/** The motion of settled tracks beside that of the echoes at the same place. */
function againstField(last: readonly Seen[], echoes: readonly EchoFrame[], grid: EchoGrid): Measurement[] {
  const { cellKm, coarsening } = nowcastGridOf(grid as Field);
  const motion = estimateMotion(echoes, cellKm * coarsening);
  const differences: number[] = [];
  const speeds: number[] = [];
  for (const { track: one, lat, lon } of last) {
    const own = one.frames >= settledFrames ? motionOf(one) : undefined;
    if (!own) continue;
    const [east, south] = velocityAt(motion, grid, coarsening, { lat, lon });
    const toward = (own.towardDeg * Math.PI) / 180;
    const kmPerStepEast = grid.geometry.stepLon * 111.2 * Math.cos((lat * Math.PI) / 180);
    const metresEast = (east * coarsening * kmPerStepEast * 1000) / 60;
    const metresSouth = (south * coarsening * cellKm * 1000) / 60;
    differences.push(
      Math.hypot(own.speedMps * Math.sin(toward) - metresEast, own.speedMps * Math.cos(toward) + metresSouth),
    );
    speeds.push(own.speedMps);
  }
  const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;
  return [
    { what: `difference of ${differences.length} tracks from the motion of the echoes`, value: median(differences), unit: 'm/s, median', better: 'lower' },
    { what: 'speed of these tracks', value: median(speeds), unit: 'm/s, median', better: 'higher' },
  ]; // prettier-ignore
}

/** Cells of the frames a minute, eastwards and southwards. */
function velocityAt(
  { u, v, factor }: Motion,
  { geometry }: EchoGrid,
  coarsening: number,
  { lat, lon }: Point,
): [number, number] {
  const column = (lon - geometry.west) / geometry.stepLon / coarsening / factor;
  const row = (geometry.north - lat) / geometry.stepLat / coarsening / factor;
  const at = Math.min(Math.round(row), u.height - 1) * u.width + Math.min(Math.round(column), u.width - 1);
  return [u.values[at], v.values[at]];
}
