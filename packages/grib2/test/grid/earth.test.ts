import { expect } from 'chai';
import { earthNote } from '../../src/index.ts';

describe('grid/earth', () => {
  it('tells of the ellipsoid of an old datum', () => {
    const common = { kind: 'transverse-mercator', latOrigin: 49, lonOrigin: -2, factor: 0.9996, falseX: 4e5, falseY: -1e5, x0: 0, y0: 0, stepX: 2e3, stepY: 2e3 } as const; // prettier-ignore
    const noteOn = (major: number, minor: number) =>
      earthNote({ width: 2, height: 2, geometry: { ...common, earth: { major, minor } } });
    expect(noteOn(6377563.396, 6356256.909)).to.match(/OSGB36.*120 m/);
    expect(noteOn(6378137, 6356752.314)).to.equal(undefined);
    const latLon = { kind: 'latlon', firstLat: 1, firstLon: 1, stepLat: 1, stepLon: 1 } as const;
    expect(earthNote({ width: 2, height: 2, geometry: latLon })).to.equal(undefined);
  });
});
