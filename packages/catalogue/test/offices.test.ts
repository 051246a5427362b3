import { expect } from 'chai';
import { nearestOffice, officeOf, offices, states } from '../src/index.ts';

describe('offices', () => {
  it('has every forecast office once, with unique letters', () => {
    expect(offices).to.have.length(123); // 122 forecast offices, and Pago Pago
    expect(new Set(offices.map(({ id }) => id)).size).to.equal(offices.length);
    expect(new Set(offices.map(({ icao }) => icao)).size).to.equal(offices.length);
    const codes = states.map(({ code }) => code);
    for (const { id, icao, state } of offices) {
      expect(id).to.match(/^[A-Z]{3}$/);
      expect(officeOf(icao), icao).to.equal(id);
      expect(codes).to.include(state);
    }
  });

  it('finds an office by three or four letters, in any case', () => {
    for (const given of ['OUN', 'KOUN', 'koun']) expect(officeOf(given)).to.equal('OUN');
    expect(['PAFC', 'TJSJ', 'JSJ', 'NSTU', 'PGUM'].map(officeOf)).to.deep.equal(['AFC', 'SJU', 'SJU', 'PPG', 'GUM']);
  });

  it('finds the nearest office, also across the antimeridian', () => {
    expect(nearestOffice({ lat: 35.22, lon: -97.44 })).to.include({ id: 'OUN', icao: 'KOUN', name: 'Norman' });
    expect(nearestOffice({ lat: 13.4, lon: 144.7 }).id).to.equal('GUM');
    expect(nearestOffice({ lat: -14, lon: 179 }).id).to.equal('PPG');
  });
});
