import { loadavg } from 'node:os';
import { withYear } from './abuse/year.ts';
import { dearLines, findDearest } from './abuse/search.ts';
import type { Benchmark } from './benchmark.ts';
import { unlessShort } from './support/short-form.ts';

const seconds = Number(process.env.DEAREST_SECONDS ?? unlessShort(600, 2));
const limitMs = 250;

/** The dearest request that can be asked, on a year of data. */
export const dearest: Benchmark = {
  name: 'dearest',
  question: 'What is the dearest request that anybody can ask, on a year of data?',
  leavesOut: 'Requests at the same time: `abuse` asks the dearest ones as fast as the limit allows.',
  run: ({ log }) =>
    withYear(log, async (year) => {
      log(`load of the machine ${loadavg()[0].toFixed(1)}`);
      const { found, tried } = await year.serve(1e9, (service) => findDearest({ ...service, seconds, seed: 32 }));
      log(`${tried} requests in ${seconds} s; the worst:`);
      for (const line of dearLines(found)) log(line);
      return [
        {
          what: 'processor time of the dearest request, of service and database',
          value: found[0].cpuMs,
          unit: 'ms',
          better: 'lower',
          peer: { name: 'limit', value: limitMs },
          target: { ratio: 1, text: `at most ${limitMs} ms` },
        },
      ];
    }),
};
