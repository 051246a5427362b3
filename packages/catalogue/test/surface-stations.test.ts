import { expect } from 'chai';
import { surfaceStation } from '../src/surface-stations.ts';

describe('catalogue/surface-stations', () => {
  it('finds stations of the United States with and without their prefix, and others by four letters', () => {
    const norman = { lat: 35.25, lon: -97.47 };
    for (const id of ['OUN', 'KOUN']) {
      expect(surfaceStation(id)!.lat).to.be.closeTo(norman.lat, 0.05);
      expect(surfaceStation(id)!.lon).to.be.closeTo(norman.lon, 0.05);
    }
    expect(surfaceStation('CYYZ')!.lat).to.be.closeTo(43.67, 0.02);
    expect(surfaceStation('4F4')!.lon).to.be.within(-96, -93);
    expect([surfaceStation('K4'), surfaceStation('XQX'), surfaceStation('')]).to.deep.equal([undefined, undefined, undefined]); // prettier-ignore
  });
});
