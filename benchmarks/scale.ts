import type { Benchmark, Measurement } from './benchmark.ts';
import { measureCosts } from './scale/costs.ts';
import { assumed, habitsOf, type Habit } from './scale/habits.ts';
import { arrivalsAt, sizeRole, type RoleSize } from './scale/size.ts';
import { seededNumbers } from './support/frame-files.ts';
import { figures } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

const crowds = [10_000, 100_000, 1_000_000];
const seconds = unlessShort(120, 2);

/** What maps of a number need. */
interface Size {
  maps: number;
  tiles: RoleSize;
  api: RoleSize;
  /** Answers a second to all maps, by the CDN and by the origin. */
  perSecond: number;
  gigabitsPerSecond: number;
}

/** Latency, processes and cost of many maps behind a CDN, by a simulation with measured costs of answers. */
export const scale: Benchmark = {
  name: 'scale',
  question: 'How many processes do ten thousand, a hundred thousand and a million open maps need behind a CDN?',
  leavesOut:
    'What the CDN and the network add to a wait; PostgreSQL on a machine of its own; makers of frames, whose number does not depend on maps. ' +
    '`cluster` measures how far the simulation is off where processes can be measured.',
  async run({ log }) {
    const habits = habitsOf(await measureCosts());
    for (const { name, perHour, cpuMs, bytes } of habits) {
      log(`${name}: ${figures(perHour)} an hour of a map, ${figures(cpuMs)} ms of CPU, ${figures(bytes / 1000)} kB`);
    }
    const sizes = crowds.map((maps) => sizeFor(maps, habits));
    for (const size of sizes) describe(size, log);
    return report(sizes);
  },
};

function sizeFor(maps: number, habits: readonly Habit[]): Size {
  const crowd = { maps, caches: assumed.routers, seconds, random: seededNumbers(maps) };
  const tiles = sizeRole(arrivalsAt('tiles', habits, crowd), seconds);
  const events = {
    everySeconds: 3600 / assumed.eventsPerHour,
    cpuMs: (assumed.eventMs * maps) / assumed.streamsPerProcess,
  };
  const leastForStreams = Math.ceil(maps / assumed.streamsPerProcess);
  const api = sizeRole(arrivalsAt('api', habits, crowd), seconds, events, leastForStreams);
  const perSecond = habits.reduce((sum, { perHour }) => sum + (maps * perHour) / 3600, 0);
  const bytes = habits.reduce((sum, each) => sum + (maps * each.perHour * each.bytes) / 3600, 0);
  return { maps, tiles, api, perSecond, gigabitsPerSecond: (8 * bytes) / 1e9 };
}

/** Cost of a month, in dollars. */
function monthly({ tiles, api, gigabitsPerSecond }: Size): { machines: number; traffic: number } {
  const hours = 730;
  const processors = tiles.processes + api.processes;
  return {
    machines: processors * hours * assumed.dollarsPerProcessorHour,
    traffic: (gigabitsPerSecond / 8) * 3600 * hours * assumed.dollarsPerGigabyte,
  };
}

function describe(size: Size, log: (line: string) => void): void {
  const { maps, tiles, api, perSecond, gigabitsPerSecond } = size;
  log(`${figures(maps)} maps: ${figures(perSecond)} answers a second, ${figures(gigabitsPerSecond)} Gbit/s`);
  for (const [role, of] of Object.entries({ tiles, api })) {
    log(
      `  ${role}: ${figures(of.perSecond)} requests a second reach ${of.processes} processes, which are busy for ${figures(100 * of.busy)} % ` +
        `of the time (the busiest ${figures(100 * of.busiest)} %); median ${figures(of.p50Ms)} ms, p99 ${figures(of.p99Ms)} ms`,
    );
  }
  const { machines, traffic } = monthly(size);
  log(`  a month: $${figures(machines)} of processors, $${figures(traffic)} of the CDN, at the assumed prices`);
}

function report(sizes: readonly Size[]): Measurement[] {
  const maps = sizes.map((size) => size.maps);
  const of = (role: 'tiles' | 'api'): Measurement => ({
    what: `processes of the role ${role} for ${figures(maps.at(-1)!)} maps`,
    value: sizes.at(-1)![role].processes,
    unit: 'processes',
    better: 'lower',
    course: {
      unit: 'processes',
      minutes: maps,
      sizesOf: 'maps',
      lines: [{ name: role, values: sizes.map((size) => size[role].processes) }],
    },
  });
  return [
    of('tiles'),
    of('api'),
    ...(['tiles', 'api'] as const).map((role): Measurement => ({
      what: `99th percentile of what reaches the role ${role}, of ${figures(maps.at(-1)!)} maps`,
      value: sizes.at(-1)![role].p99Ms,
      unit: 'ms',
      better: 'lower',
      course: {
        unit: 'ms',
        minutes: maps,
        sizesOf: 'maps',
        lines: [
          { name: 'p99', values: sizes.map((size) => size[role].p99Ms) },
          { name: 'median', values: sizes.map((size) => size[role].p50Ms) },
        ],
      },
    })),
  ];
}
