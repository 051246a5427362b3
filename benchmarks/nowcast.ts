import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mosaicFills, nowcast as family } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import { readGrib2Field, type Field } from '@severe/raster';
import { readGeotiffField } from '@severe/raster/geotiff';
import { makeNowcast } from '@severe/raster-worker';
import type { Benchmark, Course, Measurement } from './benchmark.ts';
import { minutesApart, radarSequence, reflectivityFile, type RadarSequence } from './support/radar-sequence.ts';
import { inFolder } from './support/rounds.ts';
import { coarse, criticalSuccess, fractionsSkill, type Values } from './support/skill.ts';

const command = fileURLToPath(new URL('../packages/severe/bin/severe.js', import.meta.url));
/** Frames of the past. */
const pastFrames = 6;
const leads = [10, 20, 30, 40, 50, 60];
/** Cells of a frame in one that is compared: 4 km. */
const factor = 4;
/** Side of the squares of the fractions skill score, in compared cells: 20 km. */
const squareSide = 5;
const [west, south, east, north] = [-105, 28, -82, 44];

/**
 * Frames are extrapolated by the command, and by pySTEPS (Lucas–Kanade and extrapolation, with its defaults) from the same frames,
 * which it gets as means of 4 × 4 km; both are compared with what came. Persistence is the newest frame.
 */
export const nowcast: Benchmark = {
  name: 'nowcast',
  question: 'How well does an extrapolation of radar frames tell the next hour, and what does it cost?',
  leavesOut: 'Other weather, other seasons, growth and decay; the CPU time of pySTEPS is without reading files.',
  run: (context) =>
    inFolder(async (folder) => {
      const given = radarSequence(context.shared, folder, pastFrames + leads.at(-1)! / minutesApart);
      context.log(given.what);
      const out = join(folder, 'out');
      const pastFiles = given.frames.slice(0, pastFrames);
      const args = ['nowcast', ...pastFiles, '--out', out, '--minutes', '60', '--step', '10', '--json'];
      const report = JSON.parse(execFileSync(command, args, { encoding: 'utf8' })) as { cpuSeconds: number };
      const past = pastFiles.map((file) => compared(readMosaic(file)));
      const peer = pysteps(past, folder);
      const measurements: Measurement[] = [];
      const courses = createCourses(peer?.name);
      for (const lead of leads) {
        const truth = compared(readMosaic(given.frames[pastFrames - 1 + lead / minutesApart]));
        const ours = compared(
          await readGeotiffField(readFileSync(join(out, `nowcast-${String(lead).padStart(3, '0')}.tif`))),
        );
        const theirs = peer && { name: peer.name, values: peer.forecasts.get(lead)! };
        const persistence = past.at(-1)!;
        for (const threshold of given.thresholds) {
          const what = `at ${threshold} ${given.unit} after ${lead} minutes`;
          const scores = {
            CSI: criticalSuccess,
            FSS: (a: Values, b: Values, at: number) => fractionsSkill(a, b, at, squareSide),
          };
          for (const [name, score] of Object.entries(scores)) {
            const [value, stayed, other] = [ours, persistence, theirs?.values].map((values) =>
              values ? score(values, truth, threshold) : NaN,
            );
            context.log(`${name} ${what}: persistence ${stayed.toFixed(3)}`);
            const course = courses.add(`${name} at ${threshold}`, lead, [stayed, value, other]);
            measurements.push({
              what: `${name} ${what}`,
              value,
              unit: '',
              better: 'higher',
              ...(theirs ? { peer: { name: theirs.name, value: other } } : {}),
              target: { ratio: 0.97, text: 'not below pySTEPS' },
              ...(lead === leads.at(-1) ? { course } : {}),
            });
          }
        }
      }
      measurements.push({
        what: 'six frames of 24.5 million cells to six lead times',
        value: report.cpuSeconds,
        unit: 's of CPU',
        better: 'lower',
        ...(peer ? { peer: { name: `${peer.name}, on means of 4 × 4 km`, value: peer.cpuSeconds } } : {}),
      });
      measurements.push(...(await costOfRun(given, peer)));
      return measurements;
    }),
};

/** Scores by lead time, which the report plots. @param peerName of the program whose scores come third */
function createCourses(peerName: string | undefined) {
  const names = ['persistence', 'severe', ...(peerName ? [peerName] : [])];
  const courses = new Map<string, Course>();
  return {
    add(key: string, lead: number, scores: readonly number[]): Course {
      const course = courses.get(key) ?? { unit: '', minutes: [], lines: names.map((name) => ({ name, values: [] })) };
      courses.set(key, course);
      course.minutes.push(lead);
      for (const [i, { values }] of course.lines.entries()) values.push(scores[i]);
      return course;
    },
  };
}

/** Minutes before the newest frame of a run of the service, as `pastAges` chooses them. */
const runPast = [0, 10, 20, 30];

/** CPU time of a run of the service, from value files to value files: of its first product, and of all. */
async function costOfRun(given: RadarSequence, peer: Peer | undefined): Promise<Measurement[]> {
  const newest = given.frames.length - 1;
  const files = new Map(
    runPast.map((minutes) => [String(minutes), reflectivityFile(given.frames[newest - minutes / minutesApart], given)]),
  );
  const objects = { get: (key: string) => Promise.resolve(Buffer.from(files.get(key)!)) } as unknown as Objects;
  const runAt = new Date('2026-05-20T22:00:00Z');
  const at = (minutes: number) => new Date(runAt.getTime() - minutes * 60_000).toISOString();
  const inputs = {
    past: runPast.map((minutes) => ({ at: at(minutes), valuesKey: String(minutes) })),
    moved: ['composite-reflectivity', 'base-reflectivity'].map((product) => ({ product, valuesKey: '0' })),
  };
  const run = async (): Promise<{ frames: number; ofFirst: number; ofAll: number; megabytes: number }> => {
    const before = process.cpuUsage();
    const spent: number[] = [];
    let bytes = 0;
    for await (const { values } of makeNowcast({ product: 'composite-reflectivity', runAt }, inputs, objects)) {
      const { user, system } = process.cpuUsage(before);
      spent.push((user + system) / 1e6);
      bytes += values.length;
    }
    return {
      frames: spent.length,
      ofFirst: spent[family.leads.length - 1],
      ofAll: spent.at(-1)!,
      megabytes: bytes / 1e6,
    };
  };
  for (let round = 0; round < 2; round++) await run(); // those after it are compiled, as in a worker that runs for hours
  const { frames, ofFirst, ofAll, megabytes } = await run();
  const one = { unit: 's of CPU', better: 'lower' as const };
  const others = peer && {
    peer: { name: `${peer.name}, a part of the country on means of 4 × 4 km`, value: peer.cpuSeconds },
  };
  const run12 = `${family.leads.length} frames of the composite of the country, with their motion`;
  return [
    {
      what: `a run of the service until its first product: ${run12}`,
      value: ofFirst,
      ...one,
      ...others,
    },
    { what: `the whole run: ${frames} frames of five products`, value: ofAll, ...one, ...others },
    { what: 'its value files', value: megabytes, unit: 'MB', better: 'lower' },
  ];
}

const readMosaic = (file: string): Field => readGrib2Field(readFileSync(file), mosaicFills);

/** The part of the country with most rain, on the coarse grid. */
function compared({ width, packed, scale, offset, absent, geometry }: Field): Values {
  if (geometry.kind !== 'latlon') throw new Error('the frames of the benchmark are in latitude and longitude');
  const column = Math.round((west - geometry.west) / geometry.stepLon);
  const row = Math.round((geometry.north - north) / geometry.stepLat);
  const [across, down] = [Math.round((east - west) / geometry.stepLon), Math.round((north - south) / geometry.stepLat)];
  const values = new Float32Array(across * down);
  const without = new Map(absent.map(({ code, means }) => [code, means === 'missing' ? NaN : 0]));
  for (let i = 0; i < values.length; i++) {
    const code = packed[(row + Math.floor(i / across)) * width + column + (i % across)];
    values[i] = without.get(code) ?? offset + code * scale;
  }
  return coarse({ width: across, height: down, values }, factor);
}

/** Reads and writes arrays of 32-bit floats; prints the CPU seconds of motion and extrapolation. */
const script = `
import sys, time, numpy as np
from pysteps import motion, nowcasts
from pysteps.utils import transformation
folder, height, width, frames, steps = sys.argv[1], *map(int, sys.argv[2:6])
rain = np.fromfile(folder + '/past.f4', 'f4').reshape(frames, height, width)[-3:]
rain = np.nan_to_num(rain, nan=0.0)
begin = time.process_time()
db, _ = transformation.dB_transform(rain, threshold=0.1, zerovalue=-15.0)
field = motion.get_method('LK')(db)
made = nowcasts.get_method('extrapolation')(rain[-1], field, steps, extrap_kwargs={'allow_nonfinite_values': True})
print('seconds', time.process_time() - begin)
made.astype('f4').tofile(folder + '/made.f4')
`;

interface Peer {
  name: string;
  forecasts: Map<number, Values>;
  cpuSeconds: number;
}

/** The forecasts of pySTEPS; undefined if it is not installed. `BENCH_PYTHON` names another interpreter. */
function pysteps(past: readonly Values[], folder: string): Peer | undefined {
  const python = process.env.BENCH_PYTHON ?? 'python3';
  const about = spawnSync(
    python,
    ['-c', 'import importlib.metadata as m, pysteps, cv2; print("version", m.version("pysteps"))'],
    { encoding: 'utf8' },
  );
  const version = /version (\S+)/.exec(about.stdout ?? '')?.[1];
  if (!version) return undefined;
  const { width, height } = past[0];
  writeFileSync(
    join(folder, 'past.f4'),
    Buffer.concat(past.map(({ values }) => Buffer.from(values.buffer, values.byteOffset, values.byteLength))),
  );
  const steps = leads.at(-1)! / minutesApart;
  const args = ['-c', script, folder, ...[height, width, past.length, steps].map(String)];
  const printed = execFileSync(python, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const bytes = readFileSync(join(folder, 'made.f4'));
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const cells = width * height;
  const forecasts = leads.map((lead) => {
    const at = (lead / minutesApart - 1) * cells;
    return [lead, { width, height, values: all.slice(at, at + cells) }] as const;
  });
  return {
    name: `pySTEPS ${version}`,
    forecasts: new Map(forecasts),
    cpuSeconds: Number(/seconds (\S+)/.exec(printed)![1]),
  };
}
