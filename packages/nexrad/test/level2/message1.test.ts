import { expect } from 'chai';
import { readVolume } from '../../src/index.ts';
import { expectRefusal } from '../support/expect-refusal.ts';

const FRAME = 2432;

/** A volume of the old form, written by the octets of the ICD's table III (offsets from the message's own start). */
function legacyVolume({ resolution = 2, gates = 4 } = {}): Buffer {
  const header = Buffer.alloc(24);
  header.write('ARCHIVE2.031', 0, 'latin1');
  header.writeUInt32BE(10_715, 12); // 3 May 1999
  header.writeUInt32BE(1000, 16);
  const frames = [0, 1, 2].map((radial) => {
    const frame = Buffer.alloc(FRAME);
    frame.writeUInt16BE(1208, 12);
    frame[15] = 1; // type
    frame.writeUInt16BE(1, 24); // one segment
    frame.writeUInt16BE(1, 26);
    const body = frame.subarray(28);
    body.writeUInt32BE(5000 + radial, 0);
    body.writeUInt16BE(10_715, 4);
    body.writeUInt16BE(1480, 6); // 148 km
    body.writeUInt16BE(0x4000 + radial * 0x100, 8); // 90 degrees and some
    body.writeUInt16BE([0, 1, 2][radial], 12);
    body.writeInt16BE(88, 14); // 0.4834 degrees
    body.writeUInt16BE(1, 16);
    body.writeInt16BE(0, 18);
    body.writeInt16BE(-375, 20);
    body.writeUInt16BE(1000, 22);
    body.writeUInt16BE(250, 24);
    body.writeUInt16BE(2, 26);
    body.writeUInt16BE(gates, 28);
    body.writeUInt16BE(100, 36);
    body.writeUInt16BE(102, 38);
    body.writeUInt16BE(106, 40);
    body.writeUInt16BE(resolution, 42);
    body.writeUInt16BE(11, 44);
    body.writeUInt16BE(2610, 60);
    Buffer.from([66, 0, 129, 1, 2, 255, 129, 131, 0, 1]).copy(body, 100);
    return frame;
  });
  return Buffer.concat([header, ...frames]);
}

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

  it('reads velocity in whole metres where the radial says so', () => {
    expect(values(legacyVolume({ resolution: 4 }), 'VEL')).to.deep.equal([0, -128, -127, 126]);
  });

  it('lets gates begin behind the radar', () => {
    const { moments } = readVolume(legacyVolume()).sweeps[0];
    expect(moments.get('VEL')).to.include({ firstGateM: -375, gateM: 250, gates: 4 });
    expect(moments.get('REF')).to.include({ firstGateM: 0, gateM: 1000, gates: 2 });
  });

  it('refuses gates that would lie behind the message', () => {
    expectRefusal(() => readVolume(legacyVolume({ gates: 2400 })), 'truncated', 'message 1 has 2400 bytes');
  });
});
