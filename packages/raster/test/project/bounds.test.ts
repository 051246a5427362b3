import { boundsOf } from '@severe/raster';
import { expect } from 'chai';

describe('project/bounds', () => {
  it('goes round the outer edges of the cells of a latitude/longitude grid', () => {
    const geometry = { kind: 'latlon' as const, west: -129.995, north: 54.995, stepLon: 0.01, stepLat: 0.01 };
    expect(boundsOf({ width: 7000, height: 3500, geometry })).to.deep.equal([-130, 20, -60, 55]);
  });

  it('goes round the HRRR grid, whose northernmost point lies in the middle of its upper edge', () => {
    // Corners by gdalinfo: 134d 7'17.14"W 47d50'44.64"N, 60d53'28.48"W, 122d43'44.80"W 21d 7'19.89"N. The middle of the
    // upper edge, x = 0 and y = 1588193.847443330101669, by `gdaltransform -s_srs '+proj=lcc …'`: 52.6287035359334.
    const geometry = {
      kind: 'lambert' as const,
      radius: 6371229,
      lat1: 38.5,
      lat2: 38.5,
      latOrigin: 38.5,
      lonOrigin: -97.5,
      x0: -2697520.142522,
      y0: 1586693.847443,
      stepX: 3000,
      stepY: 3000,
    };
    const expected = [
      -(134 + 7 / 60 + 17.14 / 3600),
      21 + 7 / 60 + 19.89 / 3600,
      -(60 + 53 / 60 + 28.48 / 3600),
      52.6287,
    ];
    const bounds = boundsOf({ width: 1799, height: 1059, geometry });
    bounds.forEach((degrees, i) => expect(degrees).to.be.closeTo(expected[i], 1e-5));
  });
});
