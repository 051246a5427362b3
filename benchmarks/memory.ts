import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Benchmark, type BenchmarkContext, type Measurement } from './benchmark.ts';
import { buildCommand } from './support/build.ts';
import { cpuSeconds } from './support/cpu.ts';
import { memoryOf, startDemonstration, type Demonstration } from './support/demonstration.ts';
import { inFolder } from './support/rounds.ts';
import { smallMachine } from './support/small-machine.ts';
import { figures, median } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

const mebibyte = 2 ** 20;
const everySeconds = unlessShort(5, 1);
/** A new demonstration makes the frames of the hours before for some six minutes, with all processors. */
const defaultMinutes = unlessShort(20, 0.1);
/** Points of a plot. */
const mostPoints = 240;
const mostMb = 920;
/** Memory of the small machine. */
const smallMb = 2048;

interface Sample {
  minutes: number;
  residentMb: number;
  proportionalMb: number;
  /** CPU seconds since the start. */
  cpuSeconds: number;
}

/** What a newcomer has to give for the demonstration: time until the map, memory, and processor time without a client. */
export const memory: Benchmark = {
  name: 'memory',
  question: 'What does the demonstration take from a machine: time until the map is there, memory, and processor time?',
  leavesOut: 'Clients: nobody asks for anything but the first page and the first frame.',
  run: (context) =>
    inFolder(async (folder) => {
      buildCommand();
      context.log(`load of the machine at the start: ${loadavg().map(figures).join(', ')}`);
      if (!context.isSmall) return measure(context, folder, []);
      const machine = smallMachine(smallMb * mebibyte);
      try {
        const measured = await measure(context, folder, machine.prefix);
        const { mostBytes, limited } = machine.read();
        context.log(
          `one core and ${smallMb} MB: at most ${figures(mostBytes / mebibyte)} MB with cached files; the limit was met ${limited} times`,
        );
        return measured.map((measurement) => ({ ...measurement, what: `one core and 2 GB: ${measurement.what}` }));
      } finally {
        machine.remove();
      }
    }),
};

async function watchUntilStopped(demonstration: Demonstration, minutes: number): Promise<Sample[]> {
  try {
    return await watch(demonstration, minutes);
  } finally {
    await demonstration.stop();
  }
}

async function measure(
  { minutes = defaultMinutes, log }: BenchmarkContext,
  folder: string,
  prefix: string[],
): Promise<Measurement[]> {
  const dataDir = join(folder, 'data');
  const first = await startDemonstration(dataDir, prefix);
  logStart('first', first, log);
  const samples = await watchUntilStopped(first, minutes);
  const warm = await startDemonstration(dataDir, prefix);
  logStart('later', warm, log);
  await warm.stop();
  return [
    atMost('first start: until the map shows weather', first.frame.seconds, 's', 8, whyStartsLate),
    atMost('later start: until the map shows weather', warm.frame.seconds, 's', 5),
    ...ofSamples(samples, log),
  ];
}

function logStart(which: string, { page, frame }: Demonstration, log: (line: string) => void): void {
  const words = (of: Demonstration['page']): string =>
    `after ${figures(of.seconds)} s and ${figures(of.cpuSeconds)} CPU seconds`;
  log(`${which} start: page ${words(page)}; tile with weather ${words(frame)}`);
}

/** Samples a demonstration without clients. */
async function watch({ pid }: Demonstration, minutes: number): Promise<Sample[]> {
  const from = performance.now();
  const samples: Sample[] = [];
  for (;;) {
    const { resident, proportional } = memoryOf(pid);
    const passed = (performance.now() - from) / 60_000;
    samples.push({
      minutes: passed,
      residentMb: resident / mebibyte,
      proportionalMb: proportional / mebibyte,
      cpuSeconds: cpuSeconds(pid),
    });
    if (passed >= minutes) return samples;
    await pause(everySeconds * 1000);
  }
}

function ofSamples(samples: Sample[], log: (line: string) => void): Measurement[] {
  const sizes = samples.map(({ proportionalMb }) => proportionalMb);
  const third = Math.ceil(samples.length / 3);
  const [early, late] = [median(sizes.slice(0, third)), median(sizes.slice(-third))];
  log(`proportional memory: median of the first third ${figures(early)} MB, of the last third ${figures(late)} MB`);
  const plotted = samples.filter((_, i) => i % Math.ceil(samples.length / mostPoints) === 0);
  const course = {
    unit: 'MB',
    minutes: plotted.map(({ minutes }) => Math.round(minutes * 100) / 100),
    lines: [
      { name: 'resident', values: plotted.map(({ residentMb }) => Math.round(residentMb)) },
      { name: 'proportional', values: plotted.map(({ proportionalMb }) => Math.round(proportionalMb)) },
    ],
  };
  // The first half includes the files of the last hours, which are fetched after a start.
  const half = samples.slice(samples.length >> 1);
  const [begin, end] = [half[0], half[half.length - 1]];
  const share = (end.cpuSeconds - begin.cpuSeconds) / (60 * (end.minutes - begin.minutes));
  return [
    { ...atMost('most memory', Math.max(...sizes), 'MB', mostMb, whyMore), course },
    atMost('memory in the last third', late, 'MB', mostMb),
    atMost('processor time without clients, in the second half', 100 * share, '% of a core', 10, whyBusy),
  ];
}

const whyStartsLate = 'it takes some 14 seconds of processor time, half of them before the page of the map';
const whyBusy = 'six mosaics and a run of the next hour every two minutes, each made by the simulator first';
const whyMore = 'in the first minutes, while the frames of the hours before the start are made; flat after them';
