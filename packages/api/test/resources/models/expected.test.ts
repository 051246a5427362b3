import { expect } from 'chai';
import type { Frame } from '@severe/db';
import { isComplete } from '../../../src/resources/models/expected.ts';
import { hourMs, hoursFrom, type ModelRun } from '../../../src/resources/models/runs.ts';

const runAt = new Date('2026-05-20T21:00:00Z');

/** A run whose products hold these forecast hours. */
function run(held: Record<string, number[]>): ModelRun {
  const frames = Object.entries(held).map(
    ([product, hours]) =>
      [product, new Map(hours.map((hour) => [runAt.getTime() + hour * hourMs, {} as Frame]))] as const,
  );
  return { runAt, publishedAt: runAt, frames: new Map(frames) };
}
const upTo = (last: number, first = 0): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const products = ['t2m', 'precip-1h'];

describe('api/models/expected', () => {
  it('expects no more of a run than we keep of it', () => {
    const whole = run({ t2m: upTo(18), 'precip-1h': upTo(18, 1) });
    expect(isComplete(whole, products, hoursFrom(runAt, 48))).to.equal(true);
  });

  it('expects no sum over an hour at the first one', () => {
    expect(isComplete(run({ t2m: [0], 'precip-1h': [] }), products, hoursFrom(runAt, 1))).to.equal(true);
    expect(isComplete(run({ t2m: [], 'precip-1h': [] }), products, hoursFrom(runAt, 1))).to.equal(false);
  });

  it('sees what is missing, also a whole product', () => {
    const times = hoursFrom(runAt, 6);
    expect(isComplete(run({ t2m: upTo(5), 'precip-1h': upTo(4, 1) }), products, times)).to.equal(false);
    expect(isComplete(run({ t2m: upTo(5) }), products, times)).to.equal(false);
    expect(isComplete(run({ t2m: upTo(5), 'precip-1h': upTo(5, 1) }), products, times)).to.equal(true);
  });
});
