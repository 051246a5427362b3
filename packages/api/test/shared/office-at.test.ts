import { expect } from 'chai';
import { officeAt } from '../../src/shared/office-at.ts';

describe('shared/office-at', () => {
  const norman = { lat: 35.22, lon: -97.44 };
  const county = { ugc: 'OKC027', name: 'Cleveland', state: 'OK', wfo: null };

  it('is that of the county or zone, else the nearest, and none at sea', () => {
    expect(officeAt(norman, { county, zone: 'OKZ029', wfo: 'TSA' })).to.equal('TSA');
    expect(officeAt(norman, { county, zone: null, wfo: null })).to.equal('OUN');
    expect(officeAt(norman, { county: null, zone: null, wfo: null })).to.equal(null);
  });
});
