import { expect } from 'chai';
import { findRadarSite, findRadarSiteEver, findSweepProduct, radarSites, sweepProducts } from '../src/index.ts';

describe('nexrad', () => {
  it('has the six products of the specification', () => {
    expect(sweepProducts.map(({ id }) => id)).to.deep.equal(['reflectivity', 'velocity', 'srm', 'cc', 'zdr', 'sw']);
    expect(findSweepProduct('srm')).to.include({ moment: 'VEL', stormRelative: true });
    expect(findSweepProduct('constructor')).to.equal(undefined);
  });

  for (const product of sweepProducts) {
    it(`${product.id} has an ascending palette and a valid range`, () => {
      const values = product.palette.map(([value]) => value);
      expect(values).to.deep.equal([...values].sort((a, b) => a - b));
      expect(product.palette.every(([, colour]) => /^#[0-9a-f]{6}$/.test(colour))).to.equal(true);
      expect(product.colourBlind).to.have.length(product.palette.length);
      expect(new Set(product.colourBlind).size).to.equal(product.palette.length);
      expect(product.min).to.be.lessThan(product.max);
    });
  }

  it('finds a site by four letters or the last three, in any case', () => {
    expect(findRadarSite('KTLX')).to.include({ name: 'Oklahoma City', state: 'OK', elevationM: 370, type: 'WSR-88D' });
    for (const name of ['ktlx', 'TLX', 'tlx']) expect(findRadarSite(name)?.id).to.equal('KTLX');
    expect(findRadarSite('hki')?.id).to.equal('PHKI');
    for (const nobody of ['XTLX', 'TL', '', 'constructor']) expect(findRadarSite(nobody)).to.equal(undefined);
  });

  it('knows sites that no longer report for archived volumes only', () => {
    expect(findRadarSiteEver('KLIX')).to.include({ name: 'Slidell', lat: 30.33667, lon: -89.82528, elevationM: 7 });
    expect(findRadarSiteEver('KLOT')).to.equal(findRadarSite('KLOT'));
    expect(findRadarSiteEver('XLIX')).to.equal(undefined);
    for (const id of ['KCRI', 'KJAN', 'KLIX', 'KOUN']) {
      expect(findRadarSiteEver(id)?.id).to.equal(id);
      expect(findRadarSite(id), id).to.equal(undefined);
    }
  });

  it('has unique ids, unique last three letters and valid positions', () => {
    expect(radarSites).to.have.length(160);
    expect(new Set(radarSites.map(({ id }) => id.slice(1))).size).to.equal(radarSites.length);
    for (const { id, lat, lon, elevationM } of radarSites) {
      expect(id).to.match(/^[A-Z]{4}$/);
      expect(lat).to.be.within(13, 66);
      expect(Math.abs(lon)).to.be.within(27, 166);
      expect(elevationM).to.be.within(0, 3300);
    }
  });
});
