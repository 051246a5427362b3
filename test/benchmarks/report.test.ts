import { expect } from 'chai';
import type { Measurement } from '../../benchmarks/benchmark.ts';
import { exponentOf } from '../../benchmarks/growth/exponent.ts';
import { changesOf, describeChange, isRegression } from '../../benchmarks/compare.ts';
import { reportPage } from '../../benchmarks/report.ts';
import { addResult, ratioOf, reached, today, verdictOf, type Day, type Result } from '../../benchmarks/results.ts';
import { figures, inWords, median, summarise } from '../../benchmarks/support/statistics.ts';

const rate: Measurement = {
  what: 'tiles',
  value: 60,
  unit: '1/s',
  better: 'higher',
  peer: { name: 'nginx', value: 80 },
  target: { ratio: 0.5, text: 'half of nginx' },
};
const wait: Measurement = { ...rate, what: 'wait', value: 20, better: 'lower', peer: { name: 'limit', value: 10 } };
const result = (name: string, measurements: Measurement[], more: Partial<Result> = {}): Result => ({
  name,
  question: `What of ${name}?`,
  at: '2026-05-20T22:00:00Z',
  seconds: 1,
  measurements,
  lines: [],
  ...more,
});
const day = (results: Result[], date = '2026-05-20'): Day => ({ ...today(new Date(date)), results });

describe('benchmark results', () => {
  it('are compared with the peer, whether lower or higher is better', () => {
    expect(ratioOf(rate)).to.equal(0.75);
    expect(ratioOf(wait)).to.equal(0.5);
    expect(ratioOf({ ...rate, peer: undefined })).to.equal(undefined);
  });

  it('reach a target, miss it, or cannot be compared', () => {
    expect(reached(rate)).to.equal(true);
    expect(reached({ ...rate, target: { ratio: 0.8, text: '' } })).to.equal(false);
    expect(reached({ ...wait, target: { ratio: 1, text: '' } })).to.equal(false);
    expect(reached({ ...rate, target: undefined })).to.equal(undefined);
    expect(reached({ ...rate, peer: undefined })).to.equal(undefined);
  });

  it('state by which factor a target was missed, and the known reason', () => {
    expect(verdictOf(rate)).to.equal('half of nginx: reached');
    expect(verdictOf({ ...rate, peer: undefined })).to.equal('half of nginx: not measured, because the peer is absent');
    const target = { ratio: 1, text: 'at most 10 ms', whyMissed: 'copies' };
    expect(verdictOf({ ...wait, target })).to.equal('at most 10 ms: missed, 2.00 times too much (copies)');
  });

  it('replace an earlier result of the same day and keep the others', () => {
    const both = day([result('a', [rate]), result('b', [rate])]);
    const after = addResult(both, result('a', [wait]));
    expect(after.results.map(({ name, measurements }) => [name, measurements[0].what])).to.deep.equal([
      ['b', 'tiles'],
      ['a', 'wait'],
    ]);
  });

  it('have the exponent of a cost by its size', () => {
    const costs = (of: (size: number) => number) => [10, 100, 1000].map((size) => ({ size, cpuMs: of(size) }));
    expect(exponentOf(costs(() => 3))).to.be.closeTo(0, 1e-9);
    expect(exponentOf(costs((size) => 2 * size))).to.be.closeTo(1, 1e-9);
    expect(exponentOf(costs((size) => size ** 1.5))).to.be.closeTo(1.5, 1e-9);
  });

  it('are plotted over sizes by their logarithm', () => {
    const course = {
      unit: 'ms',
      minutes: [10, 100, 1000],
      sizesOf: 'rows',
      lines: [{ name: 'p99', values: [1, 2, 3] }],
    };
    const page = reportPage(day([result('growth', [{ ...rate, course }])]), []);
    const [, path] = /<path d="(M[^"]*)" fill="none" stroke="#9aa7b4" stroke-width/.exec(page)!;
    const [first, second, third] = [...path.matchAll(/[ML]([\d.]+) /g)].map(([, x]) => Number(x));
    expect(second - first).to.be.closeTo(third - second, 0.2);
    expect(page).to.include('1,000 rows');
  });

  it('are summarised by mean and deviation', () => {
    expect(summarise([2, 4, 6])).to.deep.equal({ min: 2, max: 6, mean: 4, deviation: 2 });
    expect(summarise([5]).deviation).to.equal(0);
    expect([median([9, 1, 2]), median([1, 100, 3, 2])]).to.deep.equal([2, 2.5]);
    expect(inWords([2, 4, 6], 'ms')).to.equal('4.00 ± 2.00 (2.00 … 6.00) ms');
    expect([0, 0.01234, 1.5, 12.34, 123.4, 61_383].map(figures)).to.deep.equal([
      '0',
      '0.0123',
      '1.50',
      '12.3',
      '123',
      '61,383',
    ]);
  });

  it('show values over time as lines that end at the last minute', () => {
    const course = { unit: 'MB', minutes: [0, 5, 10], lines: [{ name: 'resident', values: [500, 900, 450] }] };
    const page = reportPage(day([result('a', [{ ...rate, course }])]), []);
    expect(page).to.include('>900 MB</text>').and.include('>10.0 minutes</text>').and.include('>resident</text>');
    const [, path] = /<path d="(M[^"V]*)" fill="none" stroke="#9aa7b4" stroke-width="1.5"/.exec(page)!;
    const points = path.slice(1).split('L').map((point) => point.split(' ').map(Number)); // prettier-ignore
    expect(points.map(([x]) => x)).to.deep.equal([210, 410, 610]);
    const heights = points.map(([, y]) => 218 - y);
    expect(heights[0] / heights[1]).to.be.closeTo(500 / 900, 0.01);
    expect(heights[2] / heights[1]).to.be.closeTo(450 / 900, 0.01);
  });

  it('become a page that shows every number, the target and the trend', () => {
    const earlier = day([result('a', [{ ...rate, value: 30 }])], '2026-05-19');
    const page = reportPage(day([result('a', [rate], { lines: ['<said>'] }), result('b', [], { error: 'no wrk' })]), [
      earlier,
    ]);
    expect(page).to.include('0.750 × as good as nginx');
    expect(page).to.include('<span class="good">half of nginx: reached</span>');
    expect(page).to.include('60.0 1/s').and.to.include('80.0 1/s');
    expect(page).to.include('2026-05-19').and.to.include('0.375 ×');
    expect(page).to.include('Failed: no wrk');
    expect(page).to.include('&#60;said&#62;').and.not.to.include('<said>');
    expect(page.match(/<rect /g)).to.have.length(2);
  });
});

describe('comparison of benchmark results', () => {
  const tiles = (value: number, date: string) =>
    day(
      [
        result('tiles', [
          { ...rate, value },
          { ...wait, value },
        ]),
      ],
      date,
    );

  it('sets the two newest ratios to a peer beside each other, and leaves out limits', () => {
    const [change, ...others] = changesOf([tiles(80, '2026-05-18'), tiles(60, '2026-05-19'), tiles(48, '2026-05-21')]);
    expect(others).to.deep.equal([]);
    expect(change.before).to.deep.equal({ date: '2026-05-19', ratio: 0.75 });
    expect(change.now).to.deep.equal({ date: '2026-05-21', ratio: 0.6 });
    expect(isRegression(change)).to.equal(true);
    expect(describeChange(change)).to.include('0.750 (2026-05-19) → 0.600 (2026-05-21): FELL by more than 15 %');
  });

  it('accepts a ratio that fell by 15 % or less, and a measurement without an earlier one', () => {
    expect(changesOf([tiles(60, '2026-05-19'), tiles(52, '2026-05-21')]).map(isRegression)).to.deep.equal([false]);
    expect(changesOf([tiles(60, '2026-05-19')])).to.deep.equal([]);
  });
});
