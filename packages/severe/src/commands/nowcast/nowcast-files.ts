import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, StartError } from '@severe/base';
import { estimateMotion, originsAfter, pastAges, type EchoFrame, type EchoScale, type Origins } from '@severe/nowcast';
import { encodeCog } from '@severe/raster';
import {
  echoOf,
  extrapolated,
  isObserved,
  isOnGridOf,
  nowcastGridOf,
  type NowcastGrid,
} from '@severe/raster-worker/nowcast';
import type { Progress } from '../../progress.ts';
import { readFrame, scaleOf, type ReadFrame } from './read-frame.ts';

export interface NowcastOptions {
  out: string;
  minutes: number;
  step: number;
  every?: number;
  json?: boolean;
}

/** The output of `--json`. */
interface NowcastReport {
  /** Time of the newest frame, from which the lead times count; null if no file tells it. */
  base: string | null;
  /** Minutes between the first and the last frame. */
  past: number;
  /** One file a lead time, in the output folder. */
  frames: { minutes: number; file: string }[];
  cpuSeconds: number;
  peakMemoryBytes: number;
}

const minuteMs = 60_000;
/** Echoes change too much in between for their motion to be seen, minutes. */
const longestGap = 20;
/** Frames older than this tell nothing of the motion now, minutes. */
const longestPast = 30;

/**
 * Extrapolates consecutive frames into a folder.
 *
 * @throws {StartError} for errors of the caller: unreadable files, too few, of different grids, out of order or with gaps
 */
export async function nowcastFiles(
  files: readonly string[],
  options: NowcastOptions,
  show: Progress['show'] = () => {},
): Promise<NowcastReport> {
  const leads = leadsOf(options);
  if (files.length < 2) throw new StartError(`a motion needs at least two frames, got ${files.length}`);
  const { echoes, newest, grid } = await readPast(files, options.every, show);
  show('estimating motion');
  const chosen = pastAges(echoes.slice(1).map(({ minutes }) => -minutes)).map((i) => echoes[i + 1]);
  const motion = estimateMotion([echoes[0], ...chosen], grid.cellKm * grid.coarsening);
  const frames = await writeFrames(newest, grid, originsAfter(motion, leads), { leads, out: options.out }, show);
  const { user, system } = process.cpuUsage();
  return {
    base: newest.at?.toISOString() ?? null,
    past: Math.max(...echoes.map(({ minutes }) => -minutes)),
    frames,
    cpuSeconds: (user + system) / 1e6,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  };
}

function leadsOf({ minutes, step }: NowcastOptions): number[] {
  const count = Math.floor(minutes / step + 1e-9);
  if (count < 1) throw new StartError(`--step ${step} is longer than --minutes ${minutes}`);
  if (count > 240)
    throw new StartError(`--step ${step} makes ${count} lead times of ${minutes} minutes; at most 240 are made`);
  return Array.from({ length: count }, (_, i) => (i + 1) * step);
}

/** Reads the frames, of which only the newest stays whole. */
async function readPast(
  files: readonly string[],
  every: number | undefined,
  show: Progress['show'],
): Promise<{ echoes: EchoFrame[]; newest: ReadFrame; grid: NowcastGrid }> {
  const echoes: EchoFrame[] = [];
  let newest: ReadFrame | undefined;
  let grid: NowcastGrid | undefined;
  let scale: EchoScale | undefined;
  for (const [i, file] of [...files.entries()].reverse()) {
    show('reading frames', files.length - i, files.length);
    const frame = await readFrame(file);
    newest ??= frame;
    checkGrid(frame, newest);
    const minutes = minutesBefore(frame, newest, { index: files.length - 1 - i, every });
    checkOrder(minutes, echoes.at(-1)?.minutes, file);
    if (minutes < -longestPast && echoes.length > 1) break;
    scale ??= scaleOf(frame);
    grid ??= nowcastGridOf(frame.field);
    echoes.push(echoOf(frame.field, { ...grid, scale, minutes }));
    if (frame === newest && !isObserved(echoes[0])) throw new StartError(`${file}: no cell of it was observed`);
  }
  return { echoes, newest: newest!, grid: grid! };
}

/** Minutes of a frame after the newest one: zero or negative. */
function minutesBefore(
  frame: ReadFrame,
  newest: ReadFrame,
  { index, every }: { index: number; every?: number | undefined },
): number {
  if (frame.at && newest.at) return (frame.at.getTime() - newest.at.getTime()) / minuteMs;
  if (every !== undefined) return -index * every;
  throw new StartError(
    `${frame.file}: neither the file nor its name tells its time; --every <minutes> between frames is needed`,
  );
}

function checkOrder(minutes: number, after: number | undefined, file: string): void {
  if (after === undefined) return;
  if (minutes >= after) throw new StartError(`${file}: frames are needed oldest first, and each of another time`);
  if (after - minutes > longestGap) {
    throw new StartError(
      `${file}: ${Math.round(after - minutes)} minutes before the next frame; at most ${longestGap} are bridged`,
    );
  }
}

function checkGrid({ file, field }: ReadFrame, newest: ReadFrame): void {
  const [found, needed] = [field, newest.field].map(({ width, height }) => `${width} × ${height} cells`);
  if (found !== needed) throw new StartError(`${file}: ${found}, ${newest.file} has ${needed}; one grid is needed`);
  if (!isOnGridOf(field, newest.field)) {
    throw new StartError(`${file}: its cells are at other places than those of ${newest.file}; one grid is needed`);
  }
}

async function writeFrames(
  newest: ReadFrame,
  grid: NowcastGrid,
  origins: readonly Origins[],
  { leads, out }: { leads: readonly number[]; out: string },
  show: Progress['show'],
): Promise<NowcastReport['frames']> {
  const { units } = newest;
  const frames: NowcastReport['frames'] = [];
  try {
    await mkdir(out, { recursive: true });
    for (const field of extrapolated(newest.field, origins, grid)) {
      const minutes = leads[frames.length];
      show('extrapolating', frames.length + 1, leads.length);
      const file = `nowcast-${String(minutes).padStart(3, '0')}.tif`;
      await writeFile(join(out, file), encodeCog(field, units ? { units } : {}));
      frames.push({ minutes, file });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new StartError(`--out ${out}: ${messageOf(error)}`, { cause: error });
  }
  return frames;
}

export function describeNowcast({ base, past, frames, cpuSeconds }: NowcastReport): string {
  const from = base ? ` from ${base}` : '';
  const lines = frames.map(({ minutes, file }) => `${String(minutes).padStart(4)} min  ${file}`);
  const lead = `extrapolated${from}, by the motion of ${past} minutes; ${cpuSeconds.toFixed(1)} s of CPU`;
  return `${[lead, ...lines].join('\n')}\n`;
}
