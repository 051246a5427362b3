import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messageOf } from '@severe/base';
import type { Benchmark, BenchmarkContext, Measurement } from './benchmark.ts';
import { changesOf, describeChange, isRegression } from './compare.ts';
import { benchmarks } from './list.ts';
import { reportPage } from './report.ts';
import { addResult, earlierDays, ratioOf, readDay, today, verdictOf, writeDay, type Result } from './results.ts';
import { isShort } from './support/short-form.ts';
import { figures } from './support/statistics.ts';
import { readOptions } from '../scripts/support/read-options.ts';

// npm run bench [-- NAME… --minutes N --small]: runs the benchmarks, or those named, and stores their results. Length and size
// are for `memory`.
// npm run bench -- --compare: compares the newest stored results with those before; runs nothing.

const results = fileURLToPath(new URL('results/', import.meta.url));
const sharedFolder = fileURLToPath(new URL('../../shared/', import.meta.url));
const shared = existsSync(sharedFolder) && !isShort ? sharedFolder : undefined;

async function answer(benchmark: Benchmark, options: Omit<BenchmarkContext, 'log'>): Promise<Result> {
  const { name, question, leavesOut } = benchmark;
  const at = new Date().toISOString();
  const startedAt = performance.now();
  const lines: string[] = [];
  const log = (line: string) => {
    lines.push(line);
    console.log(`  ${line}`);
  };
  console.log(`\n${name}: ${question}\n  not measured: ${leavesOut}`);
  const done = (rest: Pick<Result, 'measurements' | 'error'>): Result => {
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return { name, question, leavesOut, at, seconds, lines, ...rest };
  };
  try {
    const measurements = await benchmark.run({ ...options, log });
    for (const measurement of measurements) console.log(`  ${inALine(measurement)}`);
    return done({ measurements });
  } catch (error) {
    console.error(`  failed: ${messageOf(error)}`);
    return done({ measurements: [], error: messageOf(error) });
  }
}

function inALine(measurement: Measurement): string {
  const { what, value, unit, peer, target } = measurement;
  const ratio = ratioOf(measurement);
  const against = peer && ratio ? `; ${peer.name} ${figures(peer.value)}, ${figures(ratio)} times as good` : '';
  const verdict = target ? `; ${verdictOf(measurement)}` : '';
  return `${what}: ${figures(value)} ${unit}${against}${verdict}`;
}

const { positionals: asked, values: given } = readOptions('npm run bench [-- NAME… --compare --minutes N --small]', {
  allowPositionals: true,
  options: { compare: { type: 'boolean' }, minutes: { type: 'string' }, small: { type: 'boolean' } },
});
if (given.compare) {
  const changes = changesOf(earlierDays(results, '9999-12-31'));
  for (const change of changes) console.log(describeChange(change));
  process.exit(changes.some(isRegression) ? 1 : 0);
}
const unknown = asked.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Benchmarks: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(2);
}

const minutes = given.minutes === undefined ? undefined : Number(given.minutes);
if (minutes !== undefined && !(minutes > 0)) {
  console.error(`--minutes needs a number above 0, got ${given.minutes}`);
  process.exit(2);
}
const options = {
  ...(shared === undefined ? {} : { shared }),
  ...(minutes === undefined ? {} : { minutes }),
  isSmall: given.small ?? false,
};

const present = today(new Date());
let day = { ...present, results: readDay(results, present.date)?.results ?? [] };
let failed = false;
for (const name of asked.length > 0 ? asked : Object.keys(benchmarks)) {
  const result = await answer(await benchmarks[name](), options);
  failed ||= result.error !== undefined;
  day = addResult(day, result);
  if (!isShort) writeDay(results, day, reportPage(day, earlierDays(results, day.date)));
}
if (!isShort) console.log(`\n${fileURLToPath(new URL(`results/${day.date}.html`, import.meta.url))}`);
process.exit(failed ? 1 : 0);
