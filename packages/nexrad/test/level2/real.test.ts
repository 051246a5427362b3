import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect } from 'chai';
import { shared } from '@severe/testing/shared';
import { momentStatistics, readSweeps, readVolume, type MomentName, type Volume } from '../../src/index.ts';

/** What an independent reader found in a volume; it lies beside the file. */
interface Expected {
  volumeTime: string;
  station: string;
  sweeps: {
    sweep: number;
    radials: number;
    elevation?: number;
    el_angle?: number;
    firstAzimuth?: number;
    az_angle?: number;
    nyquist?: number;
    vcp: number;
    lat?: number;
    lon?: number;
    moments: Record<
      string,
      { valid: number; gates: number; min: number; max: number; mean: number; gatesPerRadial: number }
    >;
  }[];
}

const volumes = [
  'KDMX20250101_225441_V06', // with the seventh moment
  'KLBB20160601_150025_V06',
  'KTLX19990503_235621.gz', // message 1
  'KTLX20100501_000444_V03.gz', // message 31, not in records
  'KTLX20190525_222419.bin', // all lengths negative, cut short
  'chunks-185-20260811-225858/ALL-CHUNKS-CONCATENATED', // a terminal Doppler radar, in 49 pieces
];

describe('level2: real volumes', () => {
  for (const name of volumes) {
    describe(name, () => {
      let volume: Volume;
      let expected: Expected;
      let bytes: Uint8Array;

      before(function () {
        const told = shared(`data/raster/nexrad/${name}.expected.json`);
        if (!told) return this.skip();
        expected = JSON.parse(readFileSync(told, 'utf8')) as Expected;
        bytes = readOrJoin(told.replace(/\.expected\.json$/, ''));
        volume = readVolume(bytes);
      });

      it('has the sweeps, gates and values that another reader finds', () => {
        expect(volume.sweeps).to.have.length(expected.sweeps.length);
        for (const told of expected.sweeps) {
          const sweep = volume.sweeps[told.sweep];
          expect(sweep.radials.count).to.equal(told.radials);
          expect([...sweep.moments.keys()]).to.have.members(Object.keys(told.moments));
          for (const [moment, { valid, min, max, mean, gates }] of Object.entries(told.moments)) {
            const found = momentStatistics(sweep.moments.get(moment as MomentName)!);
            expect(found.count, moment).to.equal(gates);
            expect(found.count - found.missing, moment).to.equal(valid);
            expect(found.min, moment).to.be.closeTo(min, 1e-4);
            expect(found.max, moment).to.be.closeTo(max, 1e-4);
            expect(found.mean, moment).to.be.closeTo(mean, 1e-4);
          }
        }
      });

      it('has its radials where and when they were', () => {
        expect(volume.station).to.equal(expected.station);
        expect(volume.header.startedAt).to.equal(Date.parse(expected.volumeTime));
        for (const told of expected.sweeps) {
          const { radials, nyquistMps = 0 } = volume.sweeps[told.sweep];
          // Of old volumes the other reader tells the first radial's elevation, of newer ones the mean
          if (told.el_angle !== undefined) expect(radials.elevationsDeg[0]).to.be.closeTo(told.el_angle, 1e-4);
          if (told.elevation !== undefined) expect(meanOf(radials.elevationsDeg)).to.be.closeTo(told.elevation, 1e-4);
          expect(radials.azimuthsDeg[0]).to.be.closeTo((told.firstAzimuth ?? told.az_angle)!, 1e-3);
          if (told.nyquist !== undefined) expect(nyquistMps).to.be.closeTo(told.nyquist, 1e-3);
          expect(volume.vcp).to.equal(told.vcp);
          if (told.lat !== undefined) expect(volume.site!.lat).to.be.closeTo(told.lat, 1e-4);
          if (told.lon !== undefined) expect(volume.site!.lon).to.be.closeTo(told.lon, 1e-4);
        }
      });

      it('gives its lowest tilt alone as it gives it with all', () => {
        const lowest = readSweeps(bytes, { sweeps: 'lowest' }).sweeps;
        expect(lowest.length).to.equal(2); // all of these begin with a split cut
        expect(lowest).to.deep.equal(volume.sweeps.slice(0, 2));
      });
    });
  }
});

function readOrJoin(path: string): Uint8Array {
  if (basename(path) !== 'ALL-CHUNKS-CONCATENATED') return readFileSync(path);
  const folder = dirname(path);
  const names = readdirSync(folder).filter((name) => /-[SIE]$/.test(name));
  return Buffer.concat(names.sort().map((name) => readFileSync(`${folder}/${name}`)));
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
