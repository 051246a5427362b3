import { loadavg } from 'node:os';
import { besideGreedy, countsBy, summaryOf } from './abuse/beside.ts';
import { dearLines, findDearest } from './abuse/search.ts';
import { withYear } from './abuse/year.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { figures } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

const searchSeconds = Number(process.env.ABUSE_SEARCH_SECONDS ?? unlessShort(600, 2));
/** The limit of the greedy client is spent twice in it. */
const seconds = Number(process.env.ABUSE_SECONDS ?? unlessShort(100, 2));
const cores = 2;
const limitMs = 250;

/** What one address at its limit can do to the others. */
export const abuse: Benchmark = {
  name: 'abuse',
  question: 'How much of the machine does one address take at its limit, and what do others notice?',
  leavesOut:
    'Many addresses at once, requests that never end, and attacks below HTTP: `npm run test:faults` and `npm run hostile` have them.',
  run: ({ log }) =>
    withYear(log, async (year) => {
      const { found, tried } = await year.serve(1e9, (service) =>
        findDearest({ ...service, seconds: searchSeconds, seed: 65 }),
      );
      log(`${tried} requests were tried; the dearest, as the greedy address asks them:`);
      for (const line of dearLines(found)) log(line);
      const mix = found.map(({ request }) => request);
      const seen = await year.serve(300, (service) => besideGreedy({ ...service, mix, seconds }));
      log(`load of the machine ${loadavg()[0].toFixed(1)}; others alone took ${figures(seen.aloneCores)} cores`);
      log(`greedy address: ${countsBy(seen.greedy, ({ status }) => String(status))}`);
      const failed = seen.beside.filter(({ status }) => status !== 200);
      if (failed.length > 0) log(`failed: ${countsBy(failed, ({ kind, status }) => `${kind} ${status}`)}`);
      return [
        ...summaryOf(seen).map((line): Measurement => {
          log(
            `${line.name}: alone p50 ${line.alone.p50}, p99 ${line.alone.p99}; beside it p50 ${line.beside.p50}, p99 ${line.beside.p99} ms`,
          );
          return {
            what: `${line.name} of others beside the greedy address: 99th percentile`,
            value: line.beside.p99,
            unit: 'ms',
            better: 'lower',
            peer: { name: 'limit', value: limitMs },
            target: { ratio: 1, text: `at most ${limitMs} ms` },
          };
        }),
        { what: 'requests of others that failed', value: failed.length, unit: '', better: 'lower' },
        {
          what: 'share of two cores that the greedy address takes',
          value: (seen.besideCores - seen.aloneCores) / cores,
          unit: '',
          better: 'lower',
        },
      ];
    }),
};
