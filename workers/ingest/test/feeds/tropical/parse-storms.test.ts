import { expect } from 'chai';
import { parseCurrentStorms } from '../../../src/feeds/tropical/parse-storms.ts';
import { refusalOf } from '../../support/refusal.ts';

const advisory = { advNum: '036A', issuance: '2026-08-18T12:00:00Z', url: 'https://example.org/36' };
const storm = {
  id: 'AL052026',
  name: 'Ernesto',
  classification: 'HU',
  intensity: '115',
  pressure: '955',
  latitudeNumeric: 25.1,
  longitudeNumeric: -80.2,
  movementDir: 315,
  movementSpeed: 14,
  lastUpdate: '2026-08-18T12:10:00Z',
  publicAdvisory: advisory,
};
const read = (...changes: unknown[]) =>
  parseCurrentStorms(JSON.stringify({ activeStorms: changes.map((change) => (typeof change === 'object' ? { ...storm, ...change } : change)) })); // prettier-ignore

describe('tropical/parse-storms', () => {
  it('reads every field of a storm', () => {
    expect(read({})).to.deep.equal({
      rows: [
        {
          stormId: 'al052026',
          basin: 'al',
          name: 'Ernesto',
          classification: 'HU',
          advisory: '36A',
          issuedAt: new Date('2026-08-18T12:00Z'),
          lon: -80.2,
          lat: 25.1,
          maxWindKt: 115,
          gustKt: null,
          pressureHpa: 955,
          movementDirDeg: 315,
          movementKt: 12, // 14 mph are 12.2 kt
          category: 4,
          url: 'https://example.org/36',
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('takes the time of the last update without a public advisory', () => {
    for (const publicAdvisory of [null, {}, 'x']) {
      expect(read({ publicAdvisory }).rows[0]).to.deep.include({ advisory: null, url: null, issuedAt: new Date('2026-08-18T12:10Z') }); // prettier-ignore
    }
    expect(read({ publicAdvisory: null, lastUpdate: null }).refused[0].why).to.equal('expected issuance as a time, got null'); // prettier-ignore
  });

  it('has no category below hurricane strength, and nothing for what is not known', () => {
    expect(read({ classification: 'PTC' }).rows[0].category).to.equal(null);
    expect(read({ intensity: null, pressure: null, movementSpeed: null, movementDir: null }).rows[0]).to.include({ maxWindKt: null, pressureHpa: null, movementKt: null, movementDirDeg: null, category: null }); // prettier-ignore
  });

  it('keeps a storm of another kind as it is, and one without a kind or a name', () => {
    expect(read({ classification: 'XX' }).rows[0].classification).to.equal('XX');
    expect(read({ classification: '', name: null }).rows[0]).to.include({ classification: null, name: 'AL052026' });
  });

  it('refuses storms that lack a field, and names them', () => {
    const { refused } = read({ longitudeNumeric: null }, { latitudeNumeric: 'x' }, { id: null }, 7); // prettier-ignore
    expect(refused).to.deep.equal([
      { what: 'AL052026', why: 'expected longitudeNumeric as a number, got null' },
      { what: 'AL052026', why: 'expected latitudeNumeric as a number, got "x"' },
      { what: 'storm 2', why: 'expected id as text, got null' },
      { what: 'storm 3', why: 'expected a storm as an object, got 7' },
    ]);
    for (const id of ['xal052026', 'al0520261', 'al05202', 'a1052026']) {
      expect(read({ id }).refused, id).to.deep.equal([{ what: id, why: `expected basin, number and year, got ${id}` }]);
    }
  });

  it('counts storms of other basins', () => {
    expect(read({ id: 'wp052026' })).to.deep.equal({ rows: [], refused: [], ignored: { 'of another basin': 1 } });
  });

  it('refuses a payload without a list', () => {
    expect(refusalOf(() => parseCurrentStorms('[]'))).to.equal('shape: expected storms as an object, got []');
    expect(refusalOf(() => parseCurrentStorms('{}'))).to.equal('shape: expected activeStorms as a list, got nothing');
  });
});
