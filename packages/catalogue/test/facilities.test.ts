import { expect } from 'chai';
import { facilityKindOf, facilityKinds } from '../src/index.ts';

describe('facilities', () => {
  it('have nine kinds, each found by name, plural and with hyphens, in any case', () => {
    expect(facilityKinds).to.have.length(9);
    for (const kind of facilityKinds) {
      for (const word of [kind, `${kind}s`, kind.replaceAll('_', '-'), kind.replaceAll('_', ' '), kind.toUpperCase()]) {
        expect(facilityKindOf(word), word).to.equal(kind);
      }
    }
    const longer = ['Dialysis Centers', 'correctional-facilities', 'fire stations', 'prison'].map(facilityKindOf);
    expect(longer).to.deep.equal(['dialysis', 'correctional', 'fire', 'correctional']);
  });

  it('have no other kind', () => {
    for (const word of ['', 's', 'church', 'constructor', 'hospitalss'])
      expect(facilityKindOf(word)).to.equal(undefined);
  });
});
