import { expect } from 'chai';
import { listWork } from '../../src/shared/list-work.ts';

/** A year of alerts, evenly spread. */
const facts = { rowsIn: () => 100_000 };
const work = listWork('alerts', ['event', 'severity']);
const of = (query: object): number => work({ query: { limit: 100, ...query } }, facts);
const point = { lat: 35, lon: -97 };
const country = [-125, 24, -66, 50] as [number, number, number, number];

describe('api/list-work', () => {
  it('is little for a page of everything, and for what is near and lately', () => {
    expect(of({ limit: 1 })).to.be.below(1);
    expect(of({})).to.be.below(1);
    expect(of({ point, radius: 50_000 })).to.be.below(2);
    expect(of({ bbox: country })).to.be.below(1);
    expect(of({ active: true, event: ['tornado'] })).to.be.below(4);
    expect(of({ start: new Date('2026-05-20'), end: new Date('2026-05-21'), event: ['x'] })).to.be.below(2);
  });

  it('grows with what can be touched, up to all rows', () => {
    const all = 100_000 / 2_000;
    expect(of({ offset: 10_000 })).to.be.within(5, 6);
    expect(of({ offset: 1e12 })).to.be.within(all, all + 1);
    expect(of({ event: ['nothing'] })).to.be.within(all, all + 1);
    expect(of({ severity: 'Minor', bbox: country })).to.be.within(all, all + 1);
    expect(of({ limit: 1000 })).to.be.within(5, 6);
    expect(of({ point, radius: 1_000_000, limit: 1000 })).to.be.within(5, 8);
    expect(of({ bbox: [170, -10, -170, 10], offset: 10_000 })).to.be.above(of({ bbox: country, offset: 1 }));
  });

  it('follows the size of the table', () => {
    const small = { rowsIn: () => 10 };
    expect(work({ query: { limit: 1000, offset: 1e9, event: ['x'] } as never }, small)).to.be.below(0.1);
  });
});
