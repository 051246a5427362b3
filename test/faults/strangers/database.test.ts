import { expect } from 'chai';
import { besideGreedy, countsBy, summaryOf } from '../../../benchmarks/abuse/beside.ts';
import { dearLines, findDearest, type DearRequest } from '../../../benchmarks/abuse/search.ts';
import { withYear, type Year } from '../../../benchmarks/abuse/year.ts';
import { isFull } from './is-full.ts';

const searchSeconds = Number(process.env['SEVERE_SECONDS'] ?? 600);
const limitMs = 250;

/** What is printed beside the results of the tests. */
const log = (line: string): void => console.error(`    ${line}`);

/** Guarantee G14. */
describe('a stranger who asks the dearest requests on a year of data', function () {
  this.timeout(0);
  let year: Year;
  let found: DearRequest[];
  let end: () => void;
  let made: Promise<void>;
  before(async function () {
    if (!isFull) this.skip(); // the data of a year take minutes to make
    await new Promise<void>((ready, failed) => {
      made = withYear(log, async (opened) => {
        year = opened;
        ready();
        await new Promise<void>((resolve) => (end = resolve));
      });
      made.catch(failed);
    });
  });
  after(async () => {
    end?.();
    await made;
  });

  it('finds none that takes more than 250 ms of the processor', async () => {
    const result = await year.serve(1e9, (service) => findDearest({ ...service, seconds: searchSeconds, seed: 32 }));
    found = result.found;
    log(`${result.tried} requests in ${searchSeconds} s; the worst:`);
    for (const line of dearLines(found)) log(line);
    expect(found[0].cpuMs, found[0].target).to.be.at.most(limitMs);
  });

  for (const [how, limit] of [
    ['up to its limit', 300],
    ['without a limit', 1e9],
  ] as const) {
    it(`is not noticed by others when it asks them as fast as it can, ${how}`, async () => {
      const mix = found.map(({ request }) => request);
      const seen = await year.serve(limit, (service) => besideGreedy({ ...service, mix, seconds: 60 }));
      log(`the greedy address: ${countsBy(seen.greedy, ({ status }) => String(status))}`);
      const failed = seen.beside.filter(({ status }) => status !== 200);
      log(`others: ${seen.beside.length} requests, ${failed.length} failed`);
      for (const { name, alone, beside } of summaryOf(seen)) {
        log(`${name}: alone p50 ${alone.p50}, p99 ${alone.p99} ms; attacked p50 ${beside.p50}, p99 ${beside.p99} ms`);
      }
      expect(failed.map(({ kind, status }) => `${kind} ${status}`)).to.deep.equal([]);
      for (const { name, alone, beside } of summaryOf(seen)) {
        // Where others are slow without it, the machine has other work.
        expect(beside.p99, name).to.be.at.most(Math.max(limitMs, 2 * alone.p99));
      }
    });
  }
});
