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

  it('tells once what the texts of both parts of the Pacific say, in the basin of its number', () => {
    const text = 'South of Mexico (EP95):\nA low.';
    const twice = [told(1, 50, { basin: 'cp', text }), told(1, 50, { basin: 'ep', text })];
    expect(joined({ fromText: twice })).to.deep.equal([['ep/1', 50, text, null]]);
    const unnumbered = twice.map((area) => ({ ...area, text: 'South of Mexico:' }));
    expect(joined({ fromText: unnumbered })).to.deep.equal([['ep/1', 50, 'South of Mexico:', null]]);
    expect(joined({ fromText: [told(1, 50, { basin: 'ep', text: 'Far west (CP91):' })] })[0][0]).to.equal('cp/1');
  });

  it('finds the text of an area that is drawn in the other part of the Pacific', () => {
    const fromText = [told(1, 20, { basin: 'ep' }), told(2, 60, { basin: 'ep' })];
    expect(joined({ fromText, fromMap: [drawn(1, 60, { basin: 'cp' })] })).to.deep.equal([
      ['cp/1', 60, 'T2', 'G1'],
      ['ep/1', 20, 'T1', null],
    ]);
  });
});
