import { expect } from 'chai';
import { cellOf } from '../src/film-strip.ts';

describe('viewer/film-strip', () => {
  const stamps = Array.from({ length: 20 }, (_, i) => `2026052022${10 + i}`);
  const strip = (frames: string[]) =>
    new Headers({ 'X-Frame-Times': frames.join(', '), 'X-Loop-Layout': 'columns=16;rows=2;tile=256' });

  it('finds a frame by its time, row by row', () => {
    expect(cellOf(strip(stamps), '202605202210')).to.deep.equal([0, 0]);
    expect(cellOf(strip(stamps), '202605202228')).to.deep.equal([2, 1]); // 18 = 16 + 2
  });

  it('finds it elsewhere when an older frame has arrived or was deleted', () => {
    expect(cellOf(strip(['202605202209', ...stamps]), '202605202210')).to.deep.equal([1, 0]);
    expect(cellOf(strip(stamps.slice(1)), '202605202228')).to.deep.equal([1, 1]);
  });

  it('has nothing for a time that is not on the strip', () => {
    expect(cellOf(strip(stamps), '202605202209')).to.equal(undefined);
    expect(cellOf(new Headers(), '202605202210')).to.equal(undefined);
  });
});
