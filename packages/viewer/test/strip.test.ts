import { expect } from 'chai';
import { intervalsOf, summaryOf } from '../src/status/strip.ts';

const from = '2026-05-20T22:15:00Z';
const history = { from, interval_seconds: 900 };
const marksOf = (succeeded: number[], failed: number[], ages: (number | null)[]) =>
  intervalsOf(history, { succeeded, failed, worst_age_seconds: ages }, 120);

describe('viewer/status/strip', () => {
  it('marks each interval by the age of the data, as the health of the service does', () => {
    const marks = marksOf([8, 8, 8, 8], [0, 0, 0, 0], [240, 241, 600, 601]).map(({ mark }) => mark);
    expect(marks).to.deep.equal(['ok', 'late', 'late', 'stale']);
  });

  it('never marks an interval without a fetch, or with failed fetches only, as good', () => {
    const intervals = marksOf([0, 0, 3], [0, 4, 1], [null, 30, 30]);
    expect(intervals.map(({ mark }) => mark)).to.deep.equal(['none', 'failed', 'ok']);
    expect(intervals.map(({ text }) => text)).to.deep.equal([
      '22:15Z: nothing was fetched',
      '22:30Z: every fetch failed, 0 of 4 fetches succeeded',
      '22:45Z: data up to date, 3 of 4 fetches succeeded',
    ]);
  });

  it('sums up how long the data were up to date', () => {
    expect(summaryOf(marksOf([8, 8, 0, 0], [0, 0, 0, 0], [10, 700, null, null]))).to.equal(
      'up to date in 15 min of 30 min; nothing fetched in 30 min',
    );
    expect(summaryOf(marksOf([0], [0], [null]))).to.equal('no fetch has ended in the last 24 hours');
    expect(summaryOf(marksOf([1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1]))).to.equal('up to date in 1 h of 1 h');
  });
});
