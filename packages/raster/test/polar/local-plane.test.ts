import { placeAt, slantAt } from '@severe/nexrad';
import { expect } from 'chai';
import { sphereAt } from '../../src/polar/local-plane.ts';

/** Distance and azimuth on Gauss's sphere. */
function course(site: { lat: number; lon: number }, { lat, lon }: { lat: number; lon: number }) {
  const { radius, sin0, cos0, sinOf, angleOf } = sphereAt(site);
  const sin = sinOf(lat);
  const cos = Math.sqrt(1 - sin * sin);
  const east = cos * Math.sin(angleOf(lon));
  const north = cos0 * sin - sin0 * cos * Math.cos(angleOf(lon));
  return {
    metres: radius * Math.asin(Math.hypot(east, north)),
    azimuthDeg: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360,
  };
}

describe('polar/local-plane', () => {
  // From pyproj 3.7.2, Geod(ellps='WGS84').inv(-97.27776, 35.33336, lon, lat)
  const known: [lon: number, lat: number, metres: number, azimuthDeg: number][] = [
    [-97.18173, 35.77713, 50000.52, 10.00035],
    [-95.1409, 35.78106, 200000.01, 74.999947],
    [-95.6928, 34.09338, 200000.07, 132.999877],
    [-98.74016, 33.99526, 199999.99, 222.500178],
    [-100.15529, 36.69183, 300000.27, 301.000041],
    [-97.36991, 39.43236, 455000.46, 359.000037],
  ];

  it('has the distances and directions of the ellipsoid: 200 km to a metre', () => {
    for (const [lon, lat, metres, azimuthDeg] of known) {
      const found = course({ lat: 35.33336, lon: -97.27776 }, { lat, lon });
      expect(found.metres).to.be.closeTo(metres, 1);
      expect((found.azimuthDeg - azimuthDeg) * (Math.PI / 180) * metres).to.be.closeTo(0, 1);
    }
  });

  it('holds from the tropics to Alaska, across the antimeridian, as far as a radar sees', () => {
    for (const site of [
      { lat: 13.45, lon: 144.8 },
      { lat: 64.5, lon: -179.5 },
      { lat: 35.33, lon: -97.28 },
    ]) {
      for (let azimuthDeg = 0; azimuthDeg < 360; azimuthDeg += 22.5) {
        const found = course(site, placeAt(site, { azimuthDeg, metres: 460_000 }));
        expect(found.metres).to.be.closeTo(460_000, 2);
        expect(((found.azimuthDeg - azimuthDeg + 540) % 360) - 180).to.be.closeTo(0, 0.001);
      }
    }
  });

  it('puts a gate 200 km along a beam of half a degree 199,914 m away over the ground', () => {
    // Doviak and Zrnić, 2.28b and 2.28c, in Python: h = √(r² + R'² + 2 r R' sin e) − R', s = R' asin(r cos e / (R' + h))
    expect(slantAt(199_914.387, 0.5)).to.be.closeTo(200_000, 0.1);
  });
});
