import { expect } from 'chai';
import { circleRings, destination, distanceM, ringHolds } from '../src/index.ts';

describe('geo/circle', () => {
  const centers = [
    { lat: 35.1, lon: -97 },
    { lat: -14.3, lon: -170.7 },
    { lat: 64, lon: -150 },
    { lat: 0, lon: 10 },
  ];

  it('has every place within the inner ring nearer than the distance, and none outside of the outer ring', () => {
    for (const center of centers) {
      for (const metres of [100, 50_000, 900_000]) {
        const { inner, outer } = circleRings(center, metres)!;
        for (let turn = 0; turn < 360; turn += 1.7) {
          const { lat, lon } = destination(center, turn, metres);
          expect(ringHolds(inner, [lon, lat]), `inner, ${metres} m of ${center.lat}, ${turn}°`).to.equal(false);
          expect(ringHolds(outer, [lon, lat]), `outer, ${metres} m of ${center.lat}, ${turn}°`).to.equal(true);
        }
        expect(inner.every(([lon, lat]) => distanceM(center, { lat, lon }) < metres)).to.equal(true);
      }
    }
  });

  it('is none at the antimeridian, near a pole, and without a width', () => {
    expect(circleRings({ lat: 52, lon: 179.9 }, 50_000)).to.equal(undefined);
    expect(circleRings({ lat: 78, lon: 0 }, 900_000)).to.equal(undefined);
    expect(circleRings({ lat: 35, lon: -97 }, 0)).to.equal(undefined);
  });
});
