import { hourMs } from '@severe/async';
import { expect } from 'chai';
import { isComplete } from '../../src/forecast/is-complete.ts';
import { hoursFrom, models } from '@severe/catalogue';
import type { FrameRun } from '../../src/forecast/runs.ts';
import type { ListedFrame } from '../../src/frame-index.ts';

const runAt = new Date('2026-05-20T21:00:00Z');

/** A run whose products hold these forecast hours. */
function run(held: Record<string, number[]>): FrameRun {
  const frames = Object.entries(held).map(
    ([product, hours]) =>
      [product, new Map(hours.map((hour) => [runAt.getTime() + hour * hourMs, {} as ListedFrame]))] as const,
  );
  return { runAt, publishedAt: runAt, frames: new Map(frames) };
}
const upTo = (last: number, first = 0): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const products = ['t2m', 'precip-1h'];

describe('forecast/is-complete', () => {
  it('expects no hours beyond those that we store', () => {
    const whole = run({ t2m: upTo(18), 'precip-1h': upTo(18, 1) });
    expect(isComplete(models.hrrr, whole, products, hoursFrom(runAt, 48))).to.equal(true);
  });

  it('expects 48 hours of a run that begins at 00, 06, 12 or 18 UTC', () => {
    const short = { ...run({ t2m: upTo(18) }), runAt: new Date('2026-05-20T18:00:00Z') };
    expect(isComplete(models.hrrr, short, ['t2m'], hoursFrom(short.runAt, 48))).to.equal(false);
  });

  it('expects no sum over an hour at the analysis hour', () => {
    expect(isComplete(models.hrrr, run({ t2m: [0], 'precip-1h': [] }), products, hoursFrom(runAt, 1))).to.equal(true);
    expect(isComplete(models.hrrr, run({ t2m: [], 'precip-1h': [] }), products, hoursFrom(runAt, 1))).to.equal(false);
  });

  it('is false if an hour or a whole product is missing', () => {
    const times = hoursFrom(runAt, 6);
    expect(isComplete(models.hrrr, run({ t2m: upTo(5), 'precip-1h': upTo(4, 1) }), products, times)).to.equal(false);
    expect(isComplete(models.hrrr, run({ t2m: upTo(5) }), products, times)).to.equal(false);
    expect(isComplete(models.hrrr, run({ t2m: upTo(5), 'precip-1h': upTo(5, 1) }), products, times)).to.equal(true);
  });
});
