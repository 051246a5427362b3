import { expect } from 'chai';
import { gateAt, placeAt, placeOf, readVolume } from '../../src/index.ts';
import { encodeVolume } from '../../src/write/index.ts';
import { moment, site, sweep, volume } from '../support/volume.ts';

const { sweeps } = readVolume(encodeVolume(volume(sweep(0.5, 360, [moment('REF', 360, 900, () => 80)])), 'plain'));
const [scan] = sweeps;
const ref = scan.moments.get('REF')!;

describe('geometry/gate', () => {
  it('finds each gate at its ground position', () => {
    for (const gate of [
      { radial: 0, gate: 0 },
      { radial: 123, gate: 400 },
      { radial: 359, gate: 899 },
    ]) {
      expect(gateAt(site, scan, ref, placeOf(site, scan, ref, gate))).to.deep.equal(gate);
    }
  });

  it('uses slant range, which is slightly longer than ground range', () => {
    const gate = 800; // 2.125 km and 200 km
    const place = placeOf(site, scan, ref, { radial: 10, gate });
    const along = placeAt(site, { azimuthDeg: scan.radials.azimuthsDeg[10], metres: 202_125 });
    const apart =
      Math.hypot(place.lat - along.lat, (place.lon - along.lon) * Math.cos((place.lat * Math.PI) / 180)) * 111_000;
    expect(apart).to.be.greaterThan(30).and.lessThan(150);
  });

  it('has no gate before the first, after the last, and where nothing was scanned', () => {
    const at = (metres: number, azimuthDeg = 137): unknown =>
      gateAt(site, scan, ref, placeAt(site, { azimuthDeg, metres }));
    expect(at(1000)).to.equal(undefined);
    expect(at(2125)).to.deep.include({ gate: 0 });
    expect(at(240_000)).to.equal(undefined);
    const beyond = placeOf(site, scan, ref, { radial: 137, gate: 900 }); // the last is 899
    expect(gateAt(site, scan, ref, beyond)).to.equal(undefined);

    const part = { ...scan, radials: { ...scan.radials, azimuthsDeg: scan.radials.azimuthsDeg.slice(0, 90) } };
    expect(gateAt(site, part, ref, placeAt(site, { azimuthDeg: 160, metres: 50_000 }))).to.not.equal(undefined);
    expect(gateAt(site, part, ref, placeAt(site, { azimuthDeg: 20, metres: 50_000 }))).to.equal(undefined);
  });

  it('finds radials on either side of north', () => {
    const radialOf = (azimuthDeg: number): number | undefined =>
      gateAt(site, scan, ref, placeAt(site, { azimuthDeg, metres: 50_000 }))?.radial;
    const { azimuthsDeg } = scan.radials;
    const before = radialOf(359.9)!;
    const after = radialOf(0.1)!;
    expect(azimuthsDeg[before]).to.be.closeTo(0.25, 1e-4); // 0.35 away, the next one 0.65
    expect(azimuthsDeg[after]).to.be.closeTo(0.25, 1e-4);
  });
});
