import { hrrrOrigin } from '@severe/grib2/write';
import { expect } from 'chai';
import { readStatistic } from '../src/interval.ts';
import { Section } from '../src/section.ts';
import { Octets } from '../src/write/octets.ts';
import { messageOf, onlyField, patched, valuesOf } from './support.ts';

const referenceAt = new Date('2026-06-12T12:00:00Z');
const from = new Date('2026-06-12T14:00:00Z');
const until = new Date('2026-06-12T15:00:00Z');

type Range = [type: number, unit: number, length: number];

/** A section that ends with an interval from octet 6 on. */
function spanOf(ranges: Range[], { hour = 15, count = ranges.length, cut = 0 } = {}): Section {
  const octets = new Octets(4, 5 + 12 + 12 * ranges.length).u16(6, 2026).u8(8, 6).u8(9, 12).u8(10, hour).u8(13, count);
  ranges.forEach(([type, unit, length], i) => {
    const at = 18 + 12 * i;
    octets.u8(at, type).u8(at + 2, unit).u32(at + 3, length); // prettier-ignore
  });
  return new Section(octets.bytes.subarray(0, octets.bytes.length - cut));
}

const read = (section: Section, start: Date | undefined = from) => readStatistic(section, 6, start).over;
const hour: Range = [1, 1, 1];

describe('interval', () => {
  it('is known if its start, end and length agree', () => {
    expect(readStatistic(spanOf([hour]), 6, from)).to.deep.equal({
      over: { types: [1], interval: { from, until } },
      until,
    });
    for (const [unit, length] of [
      [0, 60],
      [13, 3600],
    ] as const) {
      // prettier-ignore
      expect(read(spanOf([[1, unit, length]])).interval).to.deep.equal({ from, until });
    }
  });

  it('may be of months and years', () => {
    for (const [unit, length, start] of [
      [3, 1, '2026-05-12T15:00:00Z'],
      [4, 2, '2024-06-12T15:00:00Z'],
      [5, 1, '2016-06-12T15:00:00Z'],
    ] as const) {
      const startsAt = new Date(start);
      expect(read(spanOf([[0, unit, length]]), startsAt).interval).to.deep.equal({ from: startsAt, until });
      expect(read(spanOf([[0, unit, length + 1]]), startsAt).interval).to.equal(undefined);
    }
  });

  it('is known if its length is missing or of an unknown unit', () => {
    for (const range of [
      [1, 1, 0xffffffff],
      [1, 255, 7],
    ] as Range[]) {
      // prettier-ignore
      expect(read(spanOf([range])).interval).to.deep.equal({ from, until });
    }
  });

  it('may have no length', () => {
    expect(read(spanOf([[1, 1, 0]]), until).interval).to.deep.equal({ from: until, until });
  });

  it('is unknown if start, end or range are missing, or contradict each other', () => {
    const unknown: [what: string, section: Section, start?: Date | null][] = [
      ['no range of time', spanOf([])],
      ['no such hour', spanOf([hour], { hour: 255 })],
      ['another length', spanOf([[1, 1, 2]])],
      ['an end before the start', spanOf([hour], { hour: 13 })],
      ['no start', spanOf([hour]), null],
      ['a range that is cut short', spanOf([hour], { cut: 1 })],
      ['an end that is cut short', spanOf([], { cut: 8 })],
    ];
    for (const [what, section, start = from] of unknown) {
      expect(readStatistic(section, 6, start ?? undefined).over.interval, what).to.equal(undefined);
    }
  });

  it('of several ranges has all of their statistics, the outermost first', () => {
    const days = new Date('2026-05-13T15:00:00Z');
    const over = read(spanOf([[0, 2, 30], [2, 2, 1]]), days); // prettier-ignore
    expect(over).to.deep.equal({ types: [0, 2], interval: { from: days, until } });
  });

  it('has an undefined statistic if it is missing', () => {
    expect(read(spanOf([[255, 1, 1]])).types).to.deep.equal([undefined]);
  });

  it('reads the ranges that are there, if more are declared', () => {
    expect(read(spanOf([hour], { count: 255 })).types).to.deep.equal([1]);
  });

  it('leaves the values as they are if it is unknown', () => {
    const over = { statistic: 1, endsAt: until, length: { unit: 1, value: 1 } };
    const message = messageOf({
      identification: { ...hrrrOrigin, referenceAt },
      product: { category: 1, number: 8, forecast: { unit: 1, value: 2 }, surface: { type: 1 }, over },
    });
    const known = onlyField(message);
    expect(known.product.over?.interval).to.deep.equal({ from, until });
    const odd = onlyField(patched(message, 4, 35, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff));
    expect([odd.validAt, odd.product.over]).to.deep.equal([undefined, { types: [1], interval: undefined }]);
    expect(valuesOf(odd)).to.deep.equal(valuesOf(known));
  });
});
