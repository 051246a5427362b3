import { hourMs } from '@severe/async';
import { expect } from 'chai';
import { chooseRun, groupRuns, hoursFrom, hrrrRunsOf } from '../../src/forecast/runs.ts';
import { FrameIndex, type ListedFrame } from '../../src/frame-index.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 4, 20, hour));

function frame(product: string, run: number, valid: number): ListedFrame {
  return {
    id: 1,
    family: 'hrrr',
    product,
    runAt: at(run),
    validAt: at(valid),
    publishedAt: new Date(at(run).getTime() + hourMs + valid),
    tilesKey: null,
    tilesBytes: 0,
    valuesKey: `${product}/${run}/${valid}`,
    valuesBytes: 1,
    simulated: false,
    stamp: '',
    time: '',
    published: '',
  };
}

/** A run of two products from its first hour to `last`. */
const run = (start: number, last: number): ListedFrame[] =>
  ['t2m', 'cape'].flatMap((product) =>
    Array.from({ length: last - start + 1 }, (_, i) => frame(product, start, start + i)),
  );
const choose = (frames: ListedFrame[], now: number, hours: number): number | undefined =>
  chooseRun(groupRuns(frames), ['t2m', 'cape'], hoursFrom(at(now), hours).map(Number))?.runAt.getUTCHours();

describe('forecast/runs', () => {
  it('groups frames by run, the newest first', () => {
    const runs = groupRuns([...run(9, 11), ...run(10, 12), { ...frame('t2m', 8, 8), runAt: null }]);
    expect(runs.map(({ runAt }) => runAt.getUTCHours())).to.deep.equal([10, 9]);
    expect([...runs[0].frames.keys()]).to.deep.equal(['t2m', 'cape']);
    expect(runs[0].frames.get('cape')?.get(at(12).getTime())?.valuesKey).to.equal('cape/10/12');
    expect(runs[0].publishedAt.getTime()).to.equal(at(10).getTime() + hourMs + 12);
  });

  it('groups again only after the index has changed', () => {
    const index = new FrameIndex();
    for (const each of run(9, 10)) index.add(each);
    const runs = hrrrRunsOf(index);
    const before = runs();
    expect(before).to.have.length(1);
    expect(runs()).to.equal(before);
    index.add(frame('t2m', 10, 10));
    expect(runs()).to.have.length(2);
    index.remove(frame('t2m', 10, 10));
    expect(runs()).to.have.length(1);
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
});
