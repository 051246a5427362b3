import { readdirSync, readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { shared, sharedFile } from '@severe/testing/shared';
import { readLightning } from '../src/index.ts';
import { readLightningInPlace, type Flash } from '../src/lightning.ts';
import { granule, time } from './support/granule.ts';
import { hdf5 } from './support/hdf5.ts';

describe('lightning', () => {
  it('reads time, place, energy and area of each flash, with unsigned packed numbers', async () => {
    const { name, satellite, startsAt, flashes } = await readLightning(await granule()); // in its thread
    expect({ name, satellite }).to.deep.equal({ name: 'OR_GLM-L2-LCFA_G19.nc', satellite: 'G19' });
    const start = Date.UTC(2000, 0, 1, 12) + 832_975_200_500;
    expect(startsAt).to.deep.equal(new Date(start));
    // offsets of 0 and 40,000 halves of a millisecond less 5 s: before the granule began, and 15 s after
    expect(flashes.map(({ at }) => at.getTime() - start)).to.deep.equal([-5000, 15_000, 0]);
    expect(flashes.map(({ lat, lon }) => [lat, lon])).to.deep.equal([
      [35.5, -97.5],
      [-20.25, -60.75],
      [10, -80],
    ]);
    expect(flashes[0].energyFj).to.be.closeTo(100.2, 1e-4);
    expect(flashes[1].energyFj).to.be.closeTo(60_000.2, 0.01);
    expect(flashes[0].areaKm2).to.be.closeTo(305.20372, 1e-4);
    expect(flashes[1].areaKm2).to.be.closeTo(7630.093, 1e-3);
    expect(flashes.map(({ quality }) => quality)).to.deep.equal([0, 3, null]);
  });

  it('gives null for missing values, and omits flashes without a place', async () => {
    const { flashes } = await readLightningInPlace(await granule());
    expect(flashes.map(({ index }) => index)).to.deep.equal([0, 1, 2]);
    expect(flashes[2]).to.include({ energyFj: null, areaKm2: null, quality: null });
  });

  it('refuses a file that is not a granule', async () => {
    const bytes = await hdf5({ product_time: time });
    const error = await readLightning(bytes).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError);
    expect((error as DataError).message).to.equal('the file has no variable flash_lat of numbers in 1 dimensions');
  });

  it('agrees with another reader on a granule of GOES-19', async function () {
    const file = sharedFile(this, 'data/upstream/goes/glm_g19_day.nc');
    const { datasets } = JSON.parse(readFileSync(file.replace('.nc', '.golden.json'), 'utf8')) as {
      datasets: Record<string, { len: number; first: number[]; last: number[]; min: number; max: number }>;
    };
    const { startsAt, flashes } = await readLightningInPlace(readFileSync(file));
    expect(startsAt.getTime()).to.equal(Date.UTC(2000, 0, 1, 12) + datasets['product_time'].first[0] * 1000);
    // That reader takes packed times for signed ones: what it gives as more than 5 s before the granule is 2^16 steps later
    const steps = 2 ** 16 * 0.00038147560553625226;
    const later = (seconds: number): number => (seconds < -5 ? seconds + steps : seconds);
    const offset = ({ at }: Flash): number => (at.getTime() - startsAt.getTime()) / 1000;
    const found: [string, of: (flash: Flash) => number, turn: (value: number) => number, tolerance: number][] = [
      ['flash_lat', ({ lat }) => lat, Number, 1e-6],
      ['flash_lon', ({ lon }) => lon, Number, 1e-6],
      ['flash_energy', ({ energyFj }) => energyFj! / 1e15, Number, 1e-20],
      ['flash_time_offset_of_first_event', offset, later, 0.0005],
    ];
    for (const [name, of, turn, tolerance] of found) {
      const { len, first, last } = datasets[name];
      expect(flashes).to.have.length(len);
      first.forEach((value, i) => expect(of(flashes[i]), name).to.be.closeTo(turn(value), tolerance));
      last.forEach((value, i) => {
        expect(of(flashes[len - last.length + i]), name).to.be.closeTo(turn(value), tolerance);
      });
    }
  });

  const folder = shared('data/raster/goes');
  const files = folder ? readdirSync(folder).filter((name) => /GLM-L2-LCFA.*\.nc$/.test(name)) : [];
  for (const name of files) {
    it(`agrees with another reader on ${name.slice(0, 34)}`, async () => {
      const { variables: expected } = JSON.parse(readFileSync(`${folder}/${name}.expected.json`, 'utf8')) as {
        variables: Record<string, { shape: number[]; valid: number; min: number; max: number; mean: number }>;
      };
      const { startsAt, flashes } = await readLightningInPlace(readFileSync(`${folder}/${name}`));
      const { min, max } = expected['flash_time_offset_of_first_event'];
      const offsets = flashes.map(({ at }) => (at.getTime() - startsAt.getTime()) / 1000);
      expect(Math.min(...offsets)).to.be.closeTo(min, 0.0006); // to the millisecond
      expect(Math.max(...offsets)).to.be.closeTo(max, 0.0006);
      check(flashes, 'lat', expected['flash_lat'], 1);
      check(flashes, 'lon', expected['flash_lon'], 1);
      check(flashes, 'energyFj', expected['flash_energy'], 1e15);
      check(flashes, 'areaKm2', expected['flash_area'], 1e-6);
      check(flashes, 'quality', expected['flash_quality_flag'], 1);
    });
  }
});

function check(
  flashes: Flash[],
  key: 'lat' | 'lon' | 'energyFj' | 'areaKm2' | 'quality',
  expected: { shape: number[]; valid: number; min: number; max: number; mean: number },
  factor: number,
): void {
  const values = flashes.flatMap((flash) => flash[key] ?? []);
  expect(flashes, key).to.have.length(expected.shape[0]);
  expect(values, key).to.have.length(expected.valid);
  const [min, max, mean] = [expected.min, expected.max, expected.mean].map((value) => value * factor);
  const off = 1e-5 * (max - min) + 2e-6 * Math.abs(max);
  expect(Math.min(...values), key).to.be.closeTo(min, off);
  expect(Math.max(...values), key).to.be.closeTo(max, off);
  expect(values.reduce((a, b) => a + b, 0) / values.length, key).to.be.closeTo(mean, off);
}
