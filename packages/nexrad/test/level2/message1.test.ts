import { expect } from 'chai';
import { readVolume } from '../../src/index.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { legacyVolume } from '../support/legacy.ts';

describe('level2/message1', () => {
  const values = (bytes: Buffer, name: 'REF' | 'VEL' | 'SW'): number[] => {
    const moment = readVolume(bytes).sweeps[0].moments.get(name)!;
    return [...moment.packed.subarray(0, moment.gates)].map((code) => (code - moment.offset) / moment.scale);
  };

  it('reads angles as fractions of 180 degrees, times and the pattern', () => {
    const { sweeps, vcp, site, station, header } = readVolume(legacyVolume());
    expect(sweeps).to.have.length(1);
    expect([...sweeps[0].radials.azimuthsDeg]).to.deep.equal([90, 91.40625, 92.8125]);
    expect(sweeps[0].elevationDeg).to.be.closeTo((88 * 180) / 32768, 1e-6);
    expect(sweeps[0].radials.timesMs[2]).to.equal(Date.UTC(1999, 4, 3) + 5002);
    expect(sweeps[0]).to.include({ nyquistMps: 26.1, unambiguousRangeM: 148_000, isComplete: true });
    expect({ vcp, site, station }).to.deep.equal({ vcp: 11, site: undefined, station: '' });
    expect(header.startedAt).to.equal(Date.UTC(1999, 4, 3) + 1000);
  });

  it('reads reflectivity as code / 2 - 33, velocity and width as code / 2 - 64.5', () => {
    expect(values(legacyVolume(), 'REF')).to.deep.equal([0, -33]);
    expect(values(legacyVolume(), 'VEL')).to.deep.equal([0, -64, -63.5, 63]);
    expect(values(legacyVolume(), 'SW')).to.deep.equal([0, 1, -64.5, -64]);
  });

  it('reads velocity in steps of 1 m/s if the radial header has this resolution', () => {
    expect(values(legacyVolume({ resolution: 4 }), 'VEL')).to.deep.equal([0, -128, -127, 126]);
  });

  it('accepts a negative range of the first gate', () => {
    const { moments } = readVolume(legacyVolume()).sweeps[0];
    expect(moments.get('VEL')).to.include({ firstGateM: -375, gateM: 250, gates: 4 });
    expect(moments.get('REF')).to.include({ firstGateM: 0, gateM: 1000, gates: 2 });
  });

  /** The volume with a number of 16 bits changed in each of its three radials. */
  function changed(at: number, value: number): Buffer {
    const bytes = legacyVolume();
    for (let radial = 0; radial < 3; radial++) bytes.writeInt16BE(value, 24 + radial * 2432 + 28 + at);
    return bytes;
  }

  it('leaves out the moments that the cut does not measure: without a pointer, or without gates', () => {
    const names = (bytes: Buffer) => [...readVolume(bytes).sweeps[0].moments.keys()];
    expect(names(legacyVolume())).to.deep.equal(['REF', 'VEL', 'SW']);
    expect(names(changed(38, 0))).to.deep.equal(['REF', 'SW']);
    expect(names(changed(26, 0))).to.deep.equal(['VEL', 'SW']);
    expect(names(changed(28, 0))).to.deep.equal(['REF']);
  });

  it('reads elevations below the horizon', () => {
    expect(readVolume(changed(14, -91)).sweeps[0].elevationDeg).to.be.closeTo((-91 * 180) / 32768, 1e-6);
  });

  it('has no Nyquist velocity where none is given', () => {
    expect(readVolume(changed(60, 0)).sweeps[0].nyquistMps).to.equal(undefined);
  });

  it('refuses gates past the end of the message', () => {
    expectRefusal(() => readVolume(legacyVolume({ gates: 2400 })), 'truncated', 'message 1 has 2400 bytes');
  });
});
