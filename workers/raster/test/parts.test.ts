import { DataError, UpstreamError, failpointsOf } from '@severe/base';
import { expect } from 'chai';
import { outcomeOf, reportOf } from '@severe/async/outcome';
import { startTimer } from '@severe/async';
import { rejection } from './support/rejection.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('failpoint', () => {
  it('kills the process at the named point and pass', () => {
    let ends = 0;
    const failpoint = failpointsOf('raster.after-tiles:3', () => ends++);
    const pass = (name: string) => {
      failpoint(name);
      return ends;
    };
    expect([
      pass('raster.after-tiles'),
      pass('raster.after-values'),
      pass('raster.after-tiles'),
      pass('raster.after-tiles'),
      pass('raster.after-tiles'),
    ]).to.deep.equal([0, 0, 0, 1, 1]);
  });

  it('does nothing unless it is set', () => {
    const failpoint = failpointsOf('', () => expect.fail('ended'));
    failpoint('');
    failpoint('raster.after-tiles');
  });
});

describe('outcome', () => {
  const over = async (error: Error) => {
    const outcome = structuredClone(await outcomeOf(() => Promise.reject(error))); // as between threads
    return rejection(Promise.resolve().then(() => reportOf(outcome)));
  };

  it("keeps the kind of an expected failure between threads, with its cause's message", async () => {
    const data = await over(new DataError('grib2', 'unreadable', { cause: new Error('section 5 ends early') }));
    expect(data)
      .to.be.instanceOf(DataError)
      .and.include({ code: 'grib2', message: 'unreadable: section 5 ends early' });
    const upstream = await over(new UpstreamError('object store', 'refused the connection'));
    expect(upstream).to.be.instanceOf(UpstreamError).and.include({ system: 'object store' });
  });

  it('passes other errors unchanged', async () => {
    const error = new TypeError('a mistake of ours');
    expect(await rejection(outcomeOf(() => Promise.reject(error)))).to.equal(error);
  });
});

describe('timer', () => {
  it('continues after an error, never overlaps, and stops after the current run', async () => {
    const complaints: unknown[] = [];
    let runs = 0;
    let running = 0;
    let enough: (() => void) | undefined;
    const fourRuns = new Promise<void>((resolve) => (enough = resolve));
    const timer = startTimer(
      0,
      async () => {
        runs++;
        expect(++running).to.equal(1);
        await turn();
        running--;
        if (runs === 2) throw new Error('once');
        if (runs === 4) enough?.();
      },
      (error) => complaints.push(error),
    );
    await fourRuns;
    await timer.stop();
    const last = runs;
    expect(running).to.equal(0);
    for (let i = 0; i < 5; i++) await turn();
    expect(runs).to.equal(last);
    expect(complaints.map(String)).to.deep.equal(['Error: once']);
  });
});
