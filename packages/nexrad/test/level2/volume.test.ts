import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import {
  isChunk,
  isVolume,
  limits,
  momentStatistics,
  readChunk,
  readSweeps,
  readVolume,
  valueAt,
} from '../../src/index.ts';
import { encodeVolume, type Packing } from '../../src/write/index.ts';
import { answerOf, expectRefusal } from '../support/expect-refusal.ts';
import { moment, site, smallVolume, startedAt, sweep, volume } from '../support/volume.ts';

const radialStatusAt = 28 + 21; // from the start of a message 31

/** Where the messages of radials begin in a plain volume. */
function radialsOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const starts: number[] = [];
  for (let at = 24; at + 28 <= bytes.length;) {
    const isRadial = bytes[at + 15] === 31;
    if (isRadial) starts.push(at);
    at += isRadial ? 12 + 2 * view.getUint16(at + 12) : 2432;
  }
  return starts;
}

describe('level2/volume', () => {
  for (const packing of ['plain', 'records'] as Packing[]) {
    it(`reads back the written volume (${packing})`, () => {
      const written = smallVolume();
      const read = readVolume(encodeVolume(written, packing));

      expect(read.header).to.deep.equal({
        version: 'AR2V0006',
        number: '007',
        startedAt: startedAt.getTime(),
        station: 'KTLX',
      });
      expect(read.station).to.equal('KTLX');
      expect(read.vcp).to.equal(212);
      expect(read.site?.lat).to.be.closeTo(site.lat, 1e-5);
      expect(read.site?.lon).to.be.closeTo(site.lon, 1e-5);
      expect(read.site).to.include({ elevationM: 370, towerM: 19 });
      expect(read.sweeps).to.have.length(3);
      read.sweeps.forEach((sweepRead, index) => {
        const sweepWritten = written.sweeps[index];
        expect(sweepRead).to.include({ index, elevationNumber: index + 1, nyquistMps: 26.5, isComplete: true });
        expect(sweepRead.elevationDeg).to.be.closeTo(sweepWritten.elevationDeg, 1e-6);
        expect(sweepRead.radials.azimuthsDeg).to.deep.equal(sweepWritten.azimuthsDeg);
        expect([...sweepRead.moments.keys()]).to.have.members(sweepWritten.moments.map(({ name }) => name));
        for (const { name, ...layout } of sweepWritten.moments) {
          const momentRead = sweepRead.moments.get(name);
          expect(momentRead?.packed).to.deep.equal(layout.packed);
          expect(momentRead?.scale).to.equal(Math.fround(layout.scale)); // a float of 32 bits in the file
          expect(momentRead).to.include({
            gates: layout.gates,
            firstGateM: 2125,
            gateM: 250,
            wordBits: layout.wordBits,
          });
        }
      });
    });
  }

  it('reads the pattern: angles to a twentieth of a degree, and the waveform of each cut', () => {
    const { pattern } = readVolume(encodeVolume(smallVolume(), 'plain'));
    expect(pattern?.number).to.equal(212);
    expect(pattern?.cuts.map(({ waveform }) => waveform)).to.deep.equal(['surveillance', 'doppler', 'surveillance']);
    expect(pattern?.cuts[2].elevationDeg).to.be.closeTo(1.45, 0.006);
  });

  it('gives each radial its time', () => {
    const [{ radials }] = readVolume(encodeVolume(smallVolume(), 'plain')).sweeps;
    expect(radials.timesMs[0]).to.equal(startedAt.getTime());
    expect(radials.timesMs[65]).to.equal(startedAt.getTime() + 10_000); // half of 130 radials in half of 20 s
  });

  it('reads codes 0 and 1 as no value, others as (code - offset) / scale', () => {
    const written = volume(sweep(0.5, 2, [moment('VEL', 2, 4, (radial, gate) => [0, 1, 129, 2][gate] + radial)]));
    const velocity = readVolume(encodeVolume(written, 'plain')).sweeps[0].moments.get('VEL')!;
    expect([0, 1, 2, 3, 4, -1].map((gate) => valueAt(velocity, 0, gate))).to.deep.equal([
      null,
      null,
      0,
      -63.5,
      null,
      null,
    ]);
    expect([0, 1, 2, 3].map((gate) => valueAt(velocity, 1, gate))).to.deep.equal([null, -63.5, 0.5, -63]);
    // -63.5, 0, 0.5, -63, -63.5 of eight gates
    expect(momentStatistics(velocity)).to.deep.equal({ count: 8, missing: 3, min: -63.5, max: 0.5, mean: -37.9 });
  });

  it('reads a gzipped volume', () => {
    expect(readVolume(gzipSync(encodeVolume(smallVolume(), 'plain'))).sweeps).to.have.length(3);
  });

  it('starts a sweep where the cut number changes, even if its first radial is lost', () => {
    const bytes = encodeVolume(smallVolume(), 'plain');
    for (const at of radialsOf(bytes)) if (bytes[at + radialStatusAt] !== 1) bytes[at + radialStatusAt] = 1;
    const { sweeps } = readVolume(bytes);
    expect(sweeps.map(({ radials }) => radials.count)).to.deep.equal([130, 130, 100]);
    expect(sweeps.map(({ isComplete }) => isComplete)).to.deep.equal([false, false, false]);
  });

  it('separates two rotations of one cut', () => {
    const bytes = encodeVolume(smallVolume(), 'plain');
    const starts = radialsOf(bytes);
    bytes[starts[50] + radialStatusAt] = 0;
    expect(readVolume(bytes).sweeps.map(({ radials }) => radials.count)).to.deep.equal([50, 80, 130, 100]);
  });

  it('reads a volume that is still being scanned: its last sweep is not complete', () => {
    const bytes = encodeVolume(smallVolume(), 'plain');
    const { sweeps } = readVolume(bytes.subarray(0, radialsOf(bytes)[300]));
    expect(sweeps.map(({ radials }) => radials.count)).to.deep.equal([130, 130, 40]);
    expect(sweeps.map(({ isComplete }) => isComplete)).to.deep.equal([true, true, false]);
  });

  it('takes the station from a radial if the header does not name it', () => {
    const bytes = encodeVolume(smallVolume(), 'plain');
    bytes.fill(0, 20, 24);
    const read = readVolume(bytes);
    expect([read.header.station, read.station]).to.deep.equal(['', 'KTLX']);
  });

  it('without radials has its pattern, and is not refused', () => {
    const bytes = encodeVolume(smallVolume(), 'plain');
    const { sweeps, pattern } = readVolume(bytes.subarray(0, radialsOf(bytes)[0]));
    expect([sweeps.length, pattern?.number]).to.deep.equal([0, 212]);
  });

  describe('in chunks', () => {
    /** The records of a volume: length, then stream. */
    function records(): Buffer[] {
      const bytes = Buffer.from(encodeVolume(smallVolume(), 'records'));
      const found: Buffer[] = [];
      for (let at = 24; at < bytes.length; at += found.at(-1)!.length) {
        found.push(bytes.subarray(at, at + 4 + Math.abs(bytes.readInt32BE(at))));
      }
      return found;
    }

    it('has the radials of each', () => {
      const [, first, rest] = records();
      const { station, sweeps, vcp } = readChunk(first);
      expect([station, vcp, sweeps.length, sweeps[0].radials.count]).to.deep.equal(['KTLX', 212, 1, 120]);
      expect(readChunk(Buffer.concat([first, rest])).sweeps[0].radials.count).to.equal(130);
    });

    it('is told from a volume by its first bytes', () => {
      expect(isChunk(records()[1])).to.equal(true);
      expect(isChunk(encodeVolume(smallVolume(), 'records'))).to.equal(false);
      expect(isChunk(Buffer.from('AR2VBZh9'))).to.equal(false);
      expect(isChunk(Buffer.from('some text'))).to.equal(false);
    });

    it('is refused where no record begins, or where one has no radial', () => {
      expectRefusal(() => readChunk(Buffer.from('some text')), 'not-nexrad', '^no chunk begins here: a length, then a bzip2 stream$'); // prettier-ignore
      expectRefusal(() => readChunk(records()[0]), 'damaged', '^the chunk holds no radial$');
    });
  });

  describe('of some sweeps', () => {
    const bytes = encodeVolume(smallVolume(), 'records');

    it('reads both halves of the lowest cut', () => {
      expect(readSweeps(bytes, { sweeps: 'lowest' }).sweeps.map(({ index }) => index)).to.deep.equal([0, 1]);
    });

    it('reads the requested sweeps', () => {
      expect(readSweeps(bytes, { sweeps: [1] }).sweeps.map(({ index }) => index)).to.deep.equal([1]);
      expect(readSweeps(bytes, { sweeps: [0, 2] }).sweeps.map(({ index }) => index)).to.deep.equal([0, 2]);
    });

    it('does not unpack later records', () => {
      const damaged = Uint8Array.from(bytes);
      damaged.fill(0xff, damaged.length - 40); // in the last record, of the highest tilt
      expect(readSweeps(damaged, { sweeps: [0] }).sweeps).to.have.length(1);
      expectRefusal(() => readVolume(damaged), 'damaged');
    });
  });

  describe('refuses', () => {
    it('gzip that is damaged, or unpacks to more than the limit', () => {
      const packed = gzipSync(encodeVolume(smallVolume(), 'plain'));
      expectRefusal(() => readVolume(packed.subarray(0, -9)), 'damaged', '^the gzip wrapping is damaged or cut short$');
      const most = limits.unpackedBytes;
      limits.unpackedBytes = 1000;
      try {
        expectRefusal(() => readVolume(packed), 'too-large', '^the gzip wrapping unpacks to more than 1000 bytes$');
      } finally {
        limits.unpackedBytes = most;
      }
    });

    it('what is no volume', () => {
      expectRefusal(() => readVolume(Buffer.from('GRIB....7777')), 'not-nexrad');
      expectRefusal(() => readVolume(new Uint8Array(0)), 'not-nexrad');
      expect(isVolume(Buffer.from('AR2V0006.'))).to.equal(true);
      expect(isVolume(Buffer.from('AR2'))).to.equal(false);
    });

    it('a header without data', () => {
      expectRefusal(() => readVolume(encodeVolume(smallVolume(), 'plain').subarray(0, 20)), 'truncated');
      expectRefusal(
        () => readVolume(Buffer.concat([Buffer.from('AR2V0006.001'), Buffer.alloc(60_000, 0x20)])),
        'damaged',
      );
    });

    it('a record that ends early, naming what it needs', () => {
      const bytes = encodeVolume(smallVolume(), 'records');
      expectRefusal(() => readVolume(bytes.subarray(0, bytes.length - 1)), 'truncated', 'are left');
    });

    it('too many gates, before allocation', () => {
      const bytes = encodeVolume(smallVolume(), 'plain');
      const [at] = radialsOf(bytes);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      const ref = at + 28 + view.getUint32(at + 28 + 32 + 4 * 3);
      view.setUint16(ref + 8, limits.gates + 1);
      expectRefusal(() => readVolume(bytes), 'too-large', '2001 gates');
      view.setUint16(ref + 8, limits.gates);
      expectRefusal(() => readVolume(bytes), 'truncated');
    });

    it('a moment that changes its coding within a sweep', () => {
      const bytes = encodeVolume(smallVolume(), 'plain');
      const at = radialsOf(bytes)[5];
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      view.setFloat32(at + 28 + view.getUint32(at + 28 + 32 + 4 * 3) + 20, 3);
      expectRefusal(() => readVolume(bytes), 'damaged', 'REF');
    });

    it('a small file that declares many gates through one long radial', () => {
      // In each sweep one radial of 2000 gates among 799 of one; 64 of these would need 205 MB in plain codes of 16 bits
      const long = moment('PHI', 1, limits.gates, () => 9);
      const short = moment('PHI', 1, 1, () => 9);
      const [one, other] = [long, short].map((own) => encodeVolume(volume(sweep(0.5, 1, [own])), 'plain'));
      const [first, next] = [one, other].map((bytes) => bytes.subarray(radialsOf(bytes)[0]));
      const begin = Uint8Array.from(first);
      const within = Uint8Array.from(next);
      within[radialStatusAt] = 1;
      const cut = Buffer.concat([begin, ...Array.from({ length: limits.radials - 1 }, () => within)]);
      const bytes = Buffer.concat([one.subarray(0, 24), ...Array.from({ length: limits.sweeps }, () => cut)]);
      const needed = limits.sweeps * limits.radials * limits.gates * 2;
      expect(needed).to.be.lessThan(limits.volumeGateBytes);
      expect(readVolume(bytes).sweeps).to.have.length(limits.sweeps);

      // And with a second moment in each
      const both = encodeVolume(volume(sweep(0.5, 1, [long, moment('REF', 1, limits.gates, () => 9)])), 'plain');
      const twice = Buffer.concat([both.subarray(radialsOf(both)[0]), cut.subarray(begin.length)]);
      const many = Buffer.concat([one.subarray(0, 24), ...Array.from({ length: limits.sweeps }, () => twice)]);
      expectRefusal(() => readVolume(many), 'too-large', 'the gates need');
    });

    it('a cut without end', () => {
      const many = volume(sweep(0.5, limits.radials + 1, [moment('REF', limits.radials + 1, 1, () => 9)]));
      expectRefusal(() => readVolume(encodeVolume(many, 'plain')), 'too-large', '800 radials');
    });

    it('more sweeps than a pattern can have', () => {
      const bytes = encodeVolume(smallVolume(), 'plain');
      const starts = radialsOf(bytes).slice(0, limits.sweeps + 1);
      for (const at of starts) bytes[at + radialStatusAt] = 0;
      expectRefusal(() => readVolume(bytes), 'too-large', '64 sweeps');
    });
  });

  it('reads every truncated volume or throws its own error', () => {
    const bytes = encodeVolume(volume(sweep(0.5, 3, [moment('REF', 3, 5, () => 80)])), 'plain');
    for (let length = 0; length < bytes.length; length++) answerOf(() => readVolume(bytes.subarray(0, length)));
  });
});
