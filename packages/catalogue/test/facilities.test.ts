import { expect } from 'chai';
import { facilityKindOf, facilityKinds } from '../src/index.ts';

describe('facilities', () => {
  it('are of nine kinds, each known by its word, its plural, and with hyphens, in any case', () => {
    expect(facilityKinds).to.have.length(9);
    for (const kind of facilityKinds) {
      for (const word of [kind, `${kind}s`, kind.replaceAll('_', '-'), kind.replaceAll('_', ' '), kind.toUpperCase()]) {
        expect(facilityKindOf(word), word).to.equal(kind);
      }
    }
    const longer = ['Dialysis Centers', 'correctional-facilities', 'fire stations', 'prison'].map(facilityKindOf);
    expect(longer).to.deep.equal(['dialysis', 'correctional', 'fire', 'correctional']);
  });

  it('are of no other', () => {
    for (const word of ['', 's', 'church', 'constructor', 'hospitalss'])
      expect(facilityKindOf(word)).to.equal(undefined);
  });
});
