import { DataError } from '@severe/base';
import { boundsOf, centreOf, type ProjectedGeometry } from '@severe/projection';
import { lambert, planes } from '../support/index.ts';
import { expect } from 'chai';

describe('bounds/bounds', () => {
  it('bounds the outer edges of the cells of a latitude/longitude grid', () => {
    const geometry = { kind: 'latlon' as const, west: -129.995, north: 54.995, stepLon: 0.01, stepLat: 0.01 };
    expect(boundsOf({ width: 7000, height: 3500, geometry })).to.deep.equal([-130, 20, -60, 55]);
  });

  it('bounds the HRRR grid, whose northernmost point is in the middle of its upper edge', () => {
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

  it('bounds a cone by proj4 as by its own formulas', () => {
    const { x0, y0, stepX, stepY } = lambert;
    const projection = '+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229 +units=m +no_defs';
    const geometry: ProjectedGeometry = { kind: 'projected', proj4: projection, x0, y0, stepX, stepY };
    const expected = boundsOf({ width: 600, height: 400, geometry: lambert });
    const bounds = boundsOf({ width: 600, height: 400, geometry });
    bounds.forEach((degrees, i) => expect(degrees).to.be.closeTo(expected[i], 1e-6));
  });

  it('covers all longitudes for a grid with a pole inside and for one across the antimeridian', () => {
    const [west, south, east, north] = boundsOf(planes['polar stereographic, around the south pole']);
    expect([west, south, east]).to.deep.equal([-180, -90, 180]);
    // The corners are furthest from the pole: `gdaltransform -s_srs '+proj=stere +lat_0=-90 +lat_ts=-71 +ellps=GRS80'
    // -t_srs '+proj=longlat +ellps=GRS80'` of 2620000 2340000.
    expect(north).to.be.closeTo(-58.4583783303126, 1e-6);
    const pacific = boundsOf(planes['Mercator, across the antimeridian']);
    expect([pacific[0], pacific[2]]).to.deep.equal([-180, 180]);
    expect(boundsOf(planes['longitudes beyond 180'])[0]).to.equal(-180);
  });

  it('bounds a cone across the antimeridian, and one whose longitudes go on beyond it', () => {
    const cone = {
      kind: 'lambert' as const,
      radius: 6371229,
      lat1: 52,
      lat2: 52,
      latOrigin: 52,
      stepX: 3000,
      stepY: 3000,
    };
    const boxAt = (lonOrigin: number) =>
      boundsOf({ width: 101, height: 101, geometry: { ...cone, lonOrigin, x0: -150_000, y0: 150_000 } });
    expect([boxAt(180)[0], boxAt(-179)[2]]).to.deep.equal([-180, 180]);
    const [west, , east] = boxAt(-97);
    const turned = boxAt(263);
    expect(turned[0]).to.be.closeTo(west, 1e-9);
    expect(turned[2]).to.be.closeTo(east, 1e-9);
  });

  it('bounds a sector of a satellite beyond the antimeridian, and gives its centre', () => {
    const view = { kind: 'geostationary' as const, height: 35786023, lonOrigin: -137.2, sweep: 'x' as const, major: 6378137, minor: 6356752.31414 }; // prettier-ignore
    const geometry = { ...view, x0: -0.13 * view.height, y0: 0.055 * view.height, stepX: 2000, stepY: 2000 };
    const sector = { width: 100, height: 100, geometry };
    const [west, , east] = boundsOf(sector);
    expect([west > 100, east < 180, west < east]).to.deep.equal([true, true, true]);
    expect(centreOf(sector)!.lon).to.be.within(west, east);
  });

  it('refuses a grid that extends beyond the edge of the earth', () => {
    const proj4 = '+proj=geos +h=35785831 +lon_0=0 +sweep=y +a=6378169 +b=6356584 +units=m';
    const geometry: ProjectedGeometry = { kind: 'projected', proj4, x0: -55e5, y0: 55e5, stepX: 1e5, stepY: 1e5 };
    expect(() => boundsOf({ width: 111, height: 111, geometry })).to.throw(DataError, 'not on the earth');
  });

  it('refuses a projection that proj4 does not know', () => {
    for (const proj4 of ['+proj=nope +R=6371229', 'EPSG:99999', '']) {
      const geometry: ProjectedGeometry = { kind: 'projected', proj4, x0: 0, y0: 0, stepX: 1, stepY: 1 };
      expect(() => boundsOf({ width: 2, height: 2, geometry }), proj4).to.throw(
        DataError,
        `"${proj4}" is not supported`,
      );
    }
  });
});
