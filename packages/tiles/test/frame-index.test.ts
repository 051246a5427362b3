import { expect } from 'chai';
import { FrameIndex, indexAtOrBefore } from '../src/frame-index.ts';
import { frameRow } from './support/frames.ts';

const at = (time: string) => new Date(`2026-05-20T${time}Z`);
const stamps = (index: FrameIndex, product = 'vil', run = 0) =>
  index.runs('radar', product)[run]?.frames.map(({ stamp }) => stamp.slice(8)) ?? [];

describe('frame index', () => {
  it('keeps frames in the order of their times, whatever the order of arrival', () => {
    const index = new FrameIndex();
    for (const time of ['22:04:00', '22:00:00', '22:06:00', '22:02:00']) {
      index.add(frameRow({ product: 'vil', validAt: at(time) }));
    }
    expect(stamps(index)).to.deep.equal(['2200', '2202', '2204', '2206']);
    expect(index.newest('radar', 'vil')).to.include({ stamp: '202605202206', time: '2026-05-20T22:06:00Z' });
    expect(index.size).to.equal(4);
  });

  it('adds a frame once, and replaces it when it is published again', () => {
    const index = new FrameIndex();
    const row = frameRow({ product: 'vil', validAt: at('22:00:00') });
    expect(index.add(row)).to.include({ id: row.id });
    expect(index.add(row)).to.equal(undefined);
    const again = frameRow({ product: 'vil', validAt: at('22:00:00') });
    expect(index.add(again)).to.include({ id: again.id });
    expect(index.size).to.equal(1);
    expect(index.runs('radar', 'vil')[0].byStamp.get('202605202200')).to.include({ id: again.id });
  });

  it('keeps runs in order, and removes an empty run', () => {
    const index = new FrameIndex();
    const rows = ['20:00:00', '22:00:00', '21:00:00'].map((run) =>
      frameRow({ family: 'hrrr', product: 'cape', runAt: at(run), validAt: at('23:00:00') }),
    );
    for (const row of rows) index.add(row);
    expect(index.runs('hrrr', 'cape').map(({ stamp }) => stamp.slice(8))).to.deep.equal(['2000', '2100', '2200']);
    index.remove(rows[1]);
    expect(index.newest('hrrr', 'cape')?.runAt).to.deep.equal(at('21:00:00'));
    expect(index.run('hrrr', 'cape', '202605202200')).to.equal(undefined);
  });

  it('finds the later of two frames of one minute by their stamp', () => {
    const index = new FrameIndex();
    const [early, late] = ['22:00:50', '22:00:10'].map((time) => frameRow({ product: 'vil', validAt: at(time) }));
    index.add(early);
    index.add(late);
    const byStamp = () => index.runs('radar', 'vil')[0]?.byStamp.get('202605202200');
    expect(byStamp()).to.include({ id: early.id });
    index.remove(early);
    expect(byStamp()).to.include({ id: late.id });
    index.remove(late);
    expect(index.runs('radar', 'vil')).to.deep.equal([]);
  });

  it('replaces the frames of one family only', () => {
    const index = new FrameIndex();
    const [old, kept, fresh] = ['22:00:00', '22:02:00', '22:04:00'].map((time) =>
      frameRow({ product: 'vil', validAt: at(time) }),
    );
    const model = frameRow({ family: 'hrrr', product: 'cape', runAt: at('21:00:00'), validAt: at('22:00:00') });
    for (const row of [old, kept, model]) index.add(row);
    const { added, removed } = index.replace('radar', [kept, fresh]);
    expect(added.map(({ id }) => id)).to.deep.equal([fresh.id]);
    expect(removed.map(({ id }) => id)).to.deep.equal([old.id]);
    expect(stamps(index)).to.deep.equal(['2202', '2204']);
    expect(index.runs('hrrr', 'cape')).to.have.length(1);
  });

  it('ignores the removal of a missing frame', () => {
    const index = new FrameIndex();
    index.add(frameRow({ product: 'vil', validAt: at('22:00:00') }));
    expect(index.remove(frameRow({ product: 'vil', validAt: at('22:00:01') }))).to.equal(undefined);
    expect(index.remove(frameRow({ product: 'nope', validAt: at('22:00:00') }))).to.equal(undefined);
    expect(index.size).to.equal(1);
  });

  it('finds the last frame at or before a time, as a linear search does', () => {
    const times = [3, 3, 5, 8, 13, 21].map((n) => ({ validAt: new Date(n) }));
    for (let time = 0; time < 25; time++) {
      const plain = times.findLastIndex(({ validAt }) => validAt.getTime() <= time);
      expect(indexAtOrBefore(times, new Date(time)), String(time)).to.equal(plain);
    }
    expect(indexAtOrBefore([], new Date())).to.equal(-1);
  });
});
