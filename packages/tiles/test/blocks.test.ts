import { expect } from 'chai';
import { blocksOf, minuteOf } from '../src/blocks.ts';
import type { ListedFrame } from '../src/frame-index.ts';

const start = Date.UTC(2026, 4, 20, 20, 0, 0);
/** Only the time matters here. */
const frameAt = (seconds: number): ListedFrame => ({ validAt: new Date(start + 1000 * seconds) }) as ListedFrame;
/** Frames of a mosaic: every two minutes, some seconds late. */
const frames = Array.from({ length: 120 }, (_, i) => frameAt(120 * i + ((37 * i) % 50)));
const minutesOf = (blocks: ListedFrame[][]) => blocks.map((block) => block.map((frame) => minuteOf(frame) % 1440));

describe('tiles/blocks', () => {
  it('begin at fixed times of the clock, and cover the time range', () => {
    const blocks = minutesOf(blocksOf(frames.slice(0, 45), 60, 2)); // until 21:28
    expect(blocks.map(([first]) => first)).to.deep.equal([20 * 60 + 20, 20 * 60 + 40, 21 * 60, 21 * 60 + 20]);
    expect(blocks.map(({ length }) => length)).to.deep.equal([10, 10, 10, 5]);
  });

  for (const [minutes, interval] of [
    [60, 2],
    [180, 5],
    [120, 5],
    [180, 15],
    [5, 3],
  ]) {
    it(`change only at the end as frames arrive: ${minutes} minutes, one in ${interval}`, () => {
      let changes = 0;
      for (let i = 2; i <= frames.length; i++) {
        const before = blocksOf(frames.slice(0, i - 1), minutes, interval);
        const after = blocksOf(frames.slice(0, i), minutes, interval);
        const complete = new Set(before.slice(0, -1).map((block) => minutesOf([block]).join()));
        const kept = after.filter((block) => complete.has(minutesOf([block]).join()));
        const gone = before[0][0] === after[0][0] ? 0 : 1;
        expect(kept.length).to.equal(complete.size - gone);
        const last = after.findLast((block) => block[0] === before.at(-1)![0])!;
        expect(last.slice(0, before.at(-1)!.length)).to.deep.equal(before.at(-1)); // it only grows
        changes++;
      }
      expect(changes).to.equal(119);
    });
  }

  it('leave out frames that follow too soon', () => {
    const [block] = minutesOf(blocksOf(frames.slice(0, 30), 5, 5)).slice(-1);
    expect(block.every((minute, i) => i === 0 || minute - block[i - 1] >= 5)).to.equal(true);
  });

  it('change in one block for a frame that arrives late', () => {
    const all = frames.slice(0, 45);
    const [before, after] = [minutesOf(blocksOf(all.toSpliced(23, 1), 60, 2)), minutesOf(blocksOf(all, 60, 2))];
    expect(after.filter((block, i) => block.join() !== before[i].join())).to.have.length(1);
  });

  it('are none without frames', () => {
    expect(blocksOf([], 60, 2)).to.deep.equal([]);
  });
});
