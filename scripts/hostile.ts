// `npm run hostile -- [--requests 200000] [--seed 1] [--url http://…/api/v1]`: hostile requests,
// generated from the OpenAPI document; every response is checked. `--from N --requests 1` repeats one request.
import { apiPrefix } from '@severe/http';
import { bombard, described, type Finding } from '../test/hostile/requests/run.ts';
import { startStormDay } from './hostile/storm-day.ts';
import { readOptions } from './support/read-options.ts';

const { values } = readOptions(
  'npm run hostile [-- --requests 200000 --seed 1 --from 0 --slow 10000 --url http://…/api/v1]',
  {
    options: {
      requests: { type: 'string', default: '200000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      slow: { type: 'string', default: '10000' }, // ms
      url: { type: 'string' },
    },
  },
);
const [requests, seed, from, slowMs] = [values.requests, values.seed, values.from, values.slow].map(Number);
const shown = 3; // findings of one kind that are printed

const service = values.url === undefined ? await startStormDay() : undefined;
const url = values.url ?? `${service?.url}${apiPrefix}`;
console.log(`${requests} requests to ${url}, seed ${seed}`);
const startedAt = performance.now();
const tally = await bombard({
  url,
  seed,
  from,
  requests,
  slowMs,
  onProgress: (done, found) => done % 1000 === 0 && process.stdout.write(`\r${done} answered, ${found} findings `),
});
const seconds = (performance.now() - startedAt) / 1000;

const kinds = new Map<string, Finding[]>();
for (const finding of tally.findings) {
  const kind = finding.problem.replace(/\d+/g, 'n').slice(0, 80);
  kinds.set(kind, [...(kinds.get(kind) ?? []), finding]);
}
for (const found of kinds.values()) {
  console.log(`\n${found.length} times:`);
  for (const finding of found.slice(0, shown)) console.log(`  ${described(finding)}`);
}
const counts = [...tally.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
for (const [path, count] of tally.unavailable) console.log(`503: ${path.slice(0, 120)}, ${count} times`);
const at = (times: number[], share: number): string =>
  `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`;
console.log(`\n${requests} requests in ${seconds.toFixed(0)} s; ${counts.join(', ')}`);
for (const [name, times] of [
  ['refusals', tally.refusedMs],
  ['others', tally.answeredMs],
] as const) {
  console.log(`${name}: median ${at(times, 0.5)}, p99 ${at(times, 0.99)}, longest ${at(times, 1 - 1 / times.length)}`);
}
const log = service?.log() ?? '';
await service?.close();
console.log(
  `${tally.findings.length} findings${log.includes('"level"') ? `; the service has logged:\n${log.slice(0, 4000)}` : ''}`,
);
process.exit(tally.findings.length > 0 ? 1 : 0);
