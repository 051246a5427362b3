import { expect } from 'chai';
import { destination, distanceM, foldLongitude, longitudeFrom, namesOfLongitude, planeAround, positiveAngle, wrapLongitude } from '../src/index.ts'; // prettier-ignore

describe('longitude', () => {
  it('is wrapped to -180 up to 180, or folded with both edges', () => {
    expect([180, -180, 181, -181, 540, 359].map(wrapLongitude)).to.deep.equal([-180, -180, -179, 179, -180, -1]);
    expect([180, -180, 181, -181, 540, 359].map(foldLongitude)).to.deep.equal([180, -180, -179, 179, -180, -1]);
  });

  it('is counted from another the short way round', () => {
    expect([longitudeFrom(179, -179), longitudeFrom(-179, 179), longitudeFrom(10, 30)]).to.deep.equal([2, -2, 20]);
    expect([-90, 0, 360, 450].map(positiveAngle)).to.deep.equal([270, 0, 0, 90]);
  });

  it('has two names on the antimeridian', () => {
    expect([180, -180, 179].map(namesOfLongitude)).to.deep.equal([[-180, 180], [-180, 180], [179]]);
  });
});

describe('destination and planeAround', () => {
  it('are right at the poles and at the antimeridian', () => {
    for (const centre of [
      { lat: 90, lon: 0 },
      { lat: -90, lon: 20 },
      { lat: 52, lon: 180 },
      { lat: 89.95, lon: -60 },
    ]) {
      const plane = planeAround(centre);
      for (let toward = 0; toward < 360; toward += 30) {
        const at = destination(centre, toward, 30_000);
        expect(distanceM(centre, at)).to.be.closeTo(30_000, 0.1);
        const [east, north] = plane.forward(at);
        expect(Math.hypot(east - 30_000 * Math.sin((toward * Math.PI) / 180), north - 30_000 * Math.cos((toward * Math.PI) / 180))).to.be.lessThan(1); // prettier-ignore
        expect(distanceM(plane.inverse([east, north]), at)).to.be.lessThan(1);
      }
    }
  });
});
