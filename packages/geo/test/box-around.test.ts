import { expect } from 'chai';
import { boxAround, contains, destination } from '../src/index.ts';

describe('boxAround', () => {
  it('holds the circle at every bearing and latitude, with little room to spare', () => {
    for (const lat of [-75, -30, 0, 35, 64, 80]) {
      const [west, south, east, north] = boxAround({ lat, lon: -97 }, 230_000);
      const circle = Array.from({ length: 360 }, (_, toward) => destination({ lat, lon: -97 }, toward, 230_000));
      const [lons, lats] = [circle.map(({ lon }) => lon), circle.map((point) => point.lat)];
      expect(Math.min(...lats)).to.be.within(south, south + 0.05);
      expect(Math.max(...lats)).to.be.within(north - 0.05, north);
      expect(Math.min(...lons)).to.be.at.least(west);
      expect(Math.max(...lons)).to.be.at.most(east);
      expect((Math.max(...lons) - Math.min(...lons)) / (east - west)).to.be.above(0.75);
    }
  });

  it('is one per cent higher than the circle', () => {
    const degree = (6_371_008.8 * Math.PI) / 180;
    const [west, south, east, north] = boxAround({ lat: 0, lon: 10 }, degree);
    expect([north, -south, east - 10, 10 - west].map((degrees) => degrees.toFixed(6))).to.deep.equal(['1.010000', '1.010000', '1.010157', '1.010157']); // prettier-ignore
  });

  it('has all longitudes if it reaches a pole', () => {
    for (const [lat, edge] of [[89.9, 90], [-89.9, -90]]) {
      const [west, south, east, north] = boxAround({ lat, lon: -97 }, 50_000);
      expect([west, east, lat > 0 ? north : south]).to.deep.equal([-180, 180, edge]);
    } // prettier-ignore
  });

  it('crosses the antimeridian, as boxes of requests do', () => {
    for (const lon of [179.9, -179.9, 180, -180]) {
      const box = boxAround({ lat: 10, lon }, 50_000);
      expect(box[0], 'its west is greater than its east').to.be.greaterThan(box[2]);
      for (const toward of [0, 90, 180, 270, 300]) {
        const at = destination({ lat: 10, lon }, toward, 49_900);
        expect(contains(box, at.lon, at.lat), `${toward} from ${lon}`).to.equal(true);
      }
      expect(contains(box, 178, 10) || contains(box, -178, 10)).to.equal(false);
    }
  });

  it('has all longitudes if it is wider than the earth', () => {
    expect(boxAround({ lat: 88, lon: 170 }, 215_000).filter((_, i) => i % 2 === 0)).to.deep.equal([-180, 180]);
  });
});
