import { expect } from 'chai';
import { chooseRun, groupRuns, hoursFrom, modelRunFor, models, type ModelFrame } from '@severe/catalogue';

const at = (hour: number): Date => new Date(Date.UTC(2026, 4, 20, hour));

const hourMs = 3_600_000;

function frame(product: string, run: number, valid: number): ModelFrame {
  const publishedAt = new Date(at(run).getTime() + hourMs + valid);
  return { product, runAt: at(run), validAt: at(valid), publishedAt };
}

/** A run of two products from its first hour to `last`. */
const run = (start: number, last: number): ModelFrame[] =>
  ['t2m', 'cape'].flatMap((product) =>
    Array.from({ length: last - start + 1 }, (_, i) => frame(product, start, start + i)),
  );
const choose = (frames: ModelFrame[], now: number, hours: number): number | undefined =>
  chooseRun(groupRuns(frames), ['t2m', 'cape'], hoursFrom(at(now), hours).map(Number))?.runAt.getUTCHours();

describe('catalogue/model-runs', () => {
  it('groups frames by run, the newest first', () => {
    const runs = groupRuns([...run(9, 11), ...run(10, 12), { ...frame('t2m', 8, 8), runAt: null }]);
    expect(runs.map(({ runAt }) => runAt.getUTCHours())).to.deep.equal([10, 9]);
    expect([...runs[0].frames.keys()]).to.deep.equal(['t2m', 'cape']);
    expect(runs[0].frames.get('cape')?.get(at(12).getTime())?.validAt).to.deep.equal(at(12));
    expect(runs[0].publishedAt.getTime()).to.equal(at(10).getTime() + hourMs + 12);
  });

  it('counts hours from the one that contains now', () => {
    expect(hoursFrom(new Date('2026-05-20T22:59:59Z'), 2)).to.deep.equal([at(22).getTime(), at(23).getTime()]);
  });

  it('uses the newest of the runs that hold the same number of frames', () => {
    expect(choose([...run(9, 20), ...run(10, 21)], 10, 6)).to.equal(10);
  });

  it('keeps the previous run until a new one reaches as far', () => {
    const before = run(9, 20);
    expect(choose([...before, ...run(10, 11)], 10, 6)).to.equal(9);
    expect(choose([...before, ...run(10, 14)], 10, 6)).to.equal(9);
    expect(choose([...before, ...run(10, 15)], 10, 6)).to.equal(10);
    expect(choose([...before, ...run(10, 10)], 10, 1)).to.equal(10);
  });

  it('does not use a run without the present hour', () => {
    expect(choose(run(12, 30), 10, 18)).to.equal(undefined);
    expect(choose(run(3, 9), 10, 18)).to.equal(undefined);
    expect(choose([], 10, 18)).to.equal(undefined);
  });

  describe('of requests without a run', () => {
    const shown = (frames: ModelFrame[], now: number) =>
      modelRunFor(models.hrrr, groupRuns(frames), at(now))?.runAt.getUTCHours();

    it('is the newest that holds the next 18 hours', () => {
      expect(shown([...run(9, 27), ...run(10, 28), ...run(11, 13)], 10)).to.equal(10);
    });

    it('is the one that holds most of them, if none holds all', () => {
      expect(shown([...run(9, 20), ...run(10, 12)], 10)).to.equal(9);
      expect(shown([...run(9, 20), ...run(10, 20)], 10)).to.equal(10);
    });

    it('is the newest if none has the present hour', () => {
      expect(shown([...run(3, 9), ...run(4, 8)], 20)).to.equal(4);
      expect(shown([], 20)).to.equal(undefined);
    });
  });
});
