import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type, release } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from './benchmark.ts';
import { figures } from './support/statistics.ts';

/** Results of one benchmark, with time and duration. */
export interface Result {
  name: string;
  question: string;
  /** What the benchmark does not measure; absent in older results. */
  leavesOut?: string;
  at: string;
  seconds: number;
  measurements: Measurement[];
  /** Lines logged during the run. */
  lines: string[];
  error?: string;
}

/** Results of a day on one machine. */
export interface Day {
  date: string;
  machine: { processor: string; processors: number; memoryGb: number; system: string };
  versions: Record<string, string>;
  results: Result[];
}

/** This machine and the versions of the programs. */
export function today(now: Date): Day {
  const [processor] = cpus();
  return {
    date: now.toISOString().slice(0, 10),
    machine: {
      processor: processor?.model.trim() ?? 'unknown',
      processors: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${release()}`,
    },
    versions: { node: process.version, ...versions() },
    results: [],
  };
}

/** Stores a result with the others of its day; replaces an earlier result of the same benchmark. */
export function addResult(day: Day, result: Result): Day {
  return { ...day, results: [...day.results.filter(({ name }) => name !== result.name), result] };
}

/** Results of a day; undefined if there are none. */
export function readDay(folder: string, date: string): Day | undefined {
  const file = join(folder, `${date}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Day) : undefined;
}

/** All earlier days, oldest first. */
export function earlierDays(folder: string, date: string): Day[] {
  if (!existsSync(folder)) return [];
  const dates = readdirSync(folder).flatMap((name) => /^(\d{4}-\d\d-\d\d)\.json$/.exec(name)?.[1] ?? []);
  return dates.filter((other) => other < date).sort().map((other) => readDay(folder, other) as Day); // prettier-ignore
}

export function writeDay(folder: string, day: Day, page: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${day.date}.json`), `${JSON.stringify(day, null, 2)}\n`);
  writeFileSync(join(folder, `${day.date}.html`), page);
}

/** How many times better a measurement is than its peer; undefined without a peer. */
export function ratioOf({ value, better, peer }: Measurement): number | undefined {
  if (!peer) return undefined;
  return better === 'higher' ? value / peer.value : peer.value / value;
}

/** Whether the target was reached; undefined without a target or a peer. */
export function reached(measurement: Measurement): boolean | undefined {
  const ratio = ratioOf(measurement);
  return ratio === undefined || !measurement.target ? undefined : ratio >= measurement.target.ratio;
}

/** The target and its result: reached, or missed by which factor and why. */
export function verdictOf(measurement: Measurement): string {
  const { target } = measurement;
  if (!target) return '';
  const ratio = ratioOf(measurement);
  if (ratio === undefined) return `${target.text}: not measured, because the peer is absent`;
  if (ratio >= target.ratio) return `${target.text}: reached`;
  const why = target.whyMissed ? ` (${target.whyMissed})` : '';
  return `${target.text}: missed, ${figures(target.ratio / ratio)} times too much${why}`;
}

const programs: Record<string, string[]> = {
  severe: ['git', 'describe', '--always', '--dirty'],
  nginx: ['sh', '-c', 'nginx -v 2>&1 | grep -o "[0-9.]*$"'],
  wrk: ['sh', '-c', 'wrk -v | grep -o "[0-9.]*[0-9]" | head -1'],
  gdal: ['sh', '-c', 'gdalinfo --version | grep -o "[0-9.]*[0-9]" | head -1'],
  mapserver: ['sh', '-c', 'mapserv -v | grep -o "version [0-9.]*" | grep -o "[0-9.]*"'],
  eccodes: ['codes_info', '-v'],
};

function versions(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(programs).flatMap(([name, [command, ...args]]) => {
      const said = output(command, args);
      return said ? [[name, said]] : [];
    }),
  );
}

function output(command: string, args: string[]): string | undefined {
  try {
    const text = execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return text.split('\n')[0].trim() || undefined;
  } catch {
    return undefined; // not installed
  }
}
