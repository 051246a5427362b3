import { expect } from 'chai';
import type { TropicalOutlookRows, MapAreaRow, TextArea } from '@severe/db';
import { basinOutlook, drawnArea, toldArea } from '@severe/db/testing/rows/tropical';
import { joinAreas } from '../../../src/resources/tropical/join-areas.ts';

const told = (area: number, chance: number, change: Partial<TextArea> = {}) =>
  toldArea({ area, probability7day: chance, text: `T${area}`, ...change });
const drawn = (area: number, chance: number, change: Partial<MapAreaRow> = {}): MapAreaRow => {
  const { shape: _shape, ...content } = drawnArea({ area, probability7day: chance });
  return { ...content, geometry: `G${area}`, isInArea: true, ...change };
};
const joined = (known: Partial<TropicalOutlookRows>) =>
  joinAreas({ basins: [basinOutlook()], fromText: [], fromMap: [], hasArea: false, ...known }).map(
    ({ basin, area, probability7day, text, geometry }) => [`${basin}/${area}`, probability7day, text, geometry],
  );

describe('tropical/join-areas', () => {
  it('matches text and outline by their probabilities, in any order', () => {
    const [first, second] = [drawn(1, 20), drawn(2, 60)];
    expect(joined({ fromText: [told(1, 60), told(2, 20)], fromMap: [first, second] })).to.deep.equal([
      ['al/1', 20, 'T2', 'G1'],
      ['al/2', 60, 'T1', 'G2'],
    ]);
    expect(joined({ fromText: [told(1, 20), told(2, 20)], fromMap: [drawn(1, 20), drawn(2, 20)] })).to.deep.equal([
      ['al/1', 20, 'T1', 'G1'],
      ['al/2', 20, 'T2', 'G2'],
    ]);
  });

  it('numbers texts without an outline separately', () => {
    expect(joined({ fromText: [told(1, 60), told(2, 20)] })).to.deep.equal([
      ['al/1', 60, 'T1', null],
      ['al/2', 20, 'T2', null],
    ]);
    expect(joined({ fromText: [told(1, 10), told(2, 20)], fromMap: [drawn(1, 20)] })).to.deep.equal([
      ['al/1', 20, 'T2', 'G1'],
      ['al/2', 10, 'T1', null],
    ]);
  });

  it('keeps an outline with other probabilities for two issues', () => {
    const known = { fromText: [told(1, 70)], fromMap: [drawn(1, 60)] };
    expect(joined(known)).to.deep.equal([['al/1', 60, null, 'G1']]);
    const issuedAt = new Date(drawnArea().issuedAt!.getTime() + 6 * 3_600_000 + 1);
    expect(joined({ ...known, basins: [basinOutlook({ issuedAt })] })).to.deep.equal([['al/1', 70, 'T1', null]]);
  });

  it('never mixes basins', () => {
    expect(joined({ fromText: [told(1, 60, { basin: 'ep' })], fromMap: [drawn(1, 60)] })).to.deep.equal([
      ['al/1', 60, null, 'G1'],
      ['ep/1', 60, 'T1', null],
    ]);
  });
});
