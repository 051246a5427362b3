import { expect } from 'chai';
import { readVolume, srm, valueAt } from '../../src/index.ts';
import { encodeVolume } from '../../src/write/index.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { moment, sweep, volume } from '../support/volume.ts';

const mpsPerKnot = 1852 / 3600;

/** What a radar sees of air that moves as one: the component along each radial. */
function scanOf(fromDeg: number, mps: number, elevationDeg: number) {
  const scan = sweep(elevationDeg, 360, []);
  const codes = Array.from(scan.azimuthsDeg, (azimuth) => {
    const along = -mps * Math.cos(((azimuth - fromDeg) * Math.PI) / 180) * Math.cos((elevationDeg * Math.PI) / 180);
    return Math.round(along * 2 + 129);
  });
  scan.moments = [moment('VEL', 360, 4, (radial, gate) => (gate < 2 ? gate : codes[radial]))];
  return readVolume(encodeVolume(volume(scan), 'plain')).sweeps[0];
}

describe('geometry/srm', () => {
  it('is zero for air that moves with the storm, in all directions', () => {
    for (const elevation of [0.5, 19.5]) {
      const still = srm(scanOf(240, 45 * mpsPerKnot, elevation), 240, 45);
      for (let radial = 0; radial < 360; radial++) {
        // Codes of half a metre a second, results of a tenth: a quarter and a twentieth are lost to rounding
        expect(valueAt(still, radial, 3)).to.be.closeTo(0, 0.31);
      }
    }
  });

  it('subtracts the motion with its sign: calm air is inbound in the direction of motion', () => {
    const calm = scanOf(0, 0, 0.5);
    const relative = srm(calm, 270, 40); // a storm from the west, moving east
    const at = (azimuth: number): number | null => {
      const radial = calm.radials.azimuthsDeg.findIndex((found) => Math.abs(found - azimuth) < 0.5);
      return valueAt(relative, radial, 3);
    };
    expect(at(90.2)).to.be.closeTo(-40 * mpsPerKnot, 0.1);
    expect(at(270.2)).to.be.closeTo(40 * mpsPerKnot, 0.1);
    expect(at(0.2)).to.be.closeTo(0, 0.15);
  });

  it('keeps codes without a value and the gate layout', () => {
    const scan = scanOf(240, 20, 0.5);
    const relative = srm(scan, 240, 45);
    expect([...relative.packed.subarray(0, 2)]).to.deep.equal([0, 1]);
    expect([valueAt(relative, 0, 0), valueAt(relative, 0, 1)]).to.deep.equal([null, null]);
    expect(relative).to.include({ gates: 4, firstGateM: 2125, gateM: 250, wordBits: 16, units: 'm/s' });
  });

  it('changes only the step for a storm at rest', () => {
    const scan = scanOf(240, 20, 0.5);
    const same = srm(scan, 0, 0);
    const velocity = scan.moments.get('VEL')!;
    for (let radial = 0; radial < 360; radial++)
      expect(valueAt(same, radial, 2)).to.equal(valueAt(velocity, radial, 2));
  });

  it('never maps a value to a flag code, for any input', () => {
    const scan = scanOf(240, 20, 0.5);
    const wild = srm(scan, 240, 1e6);
    wild.packed.forEach((code, i) => i % 4 > 1 && expect(code).to.be.within(2, 6002));
  });

  it('refuses a sweep without velocity', () => {
    const { sweeps } = readVolume(encodeVolume(volume(sweep(0.5, 3, [moment('REF', 3, 2, () => 9)])), 'plain'));
    expectRefusal(() => srm(sweeps[0], 240, 45), 'unsupported', 'sweep 0');
  });
});
