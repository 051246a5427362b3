import { Grib2Error, isField, readFields } from '@severe/grib2';
import { hrrrGrid } from '@severe/grib2/write';
import { expect } from 'chai';
import { messageOf, randomFrom, smallGrid } from './support.ts';

const grid = { ...smallGrid, width: 40, height: 30, stepLon: 0.5, stepLat: 0.5 };
const lambert = { ...hrrrGrid, width: 40, height: 30 };
const random = randomFrom(99);
const codes = Uint16Array.from({ length: 1200 }, (_, i) => (i < 300 ? 0 : 500 + i + Math.floor(random() * 90)));
const present = Array.from({ length: 1200 }, (_, i) => i % 4 > 0);

const SEEDS: Uint8Array[] = [
  messageOf({ grid, values: { codes, reference: 0 } }),
  messageOf({ grid: lambert, values: { codes, reference: 0 }, packing: { template: '5.3' } }),
  messageOf({ grid, values: { codes, reference: 0 }, packing: { template: '5.41' } }),
  messageOf({ grid, values: { codes: codes.subarray(0, 900), reference: 0 }, present, packing: { template: '5.3' } }),
];

/** Reads all there is to read of a file; anything but a `Grib2Error` is a fault of ours. */
function readAll(bytes: Uint8Array): void {
  try {
    for (const entry of readFields(bytes)) {
      if (!isField(entry) || entry.count > 1e6) continue;
      const values = entry.decode();
      values.statistics();
      entry.grid.nearest(entry.grid.positionOf(entry.count - 1));
    }
  } catch (error) {
    if (!(error instanceof Grib2Error)) throw error;
  }
}

describe('hostile bytes', () => {
  for (const seed of SEEDS.keys()) {
    it(`do nothing worse than be refused (mutations of message ${seed})`, () => {
      const next = randomFrom(seed + 1);
      const pick = (below: number): number => Math.floor(next() * below);
      for (let round = 0; round < 500; round++) {
        const bytes = Uint8Array.from(SEEDS[seed]);
        // mostly the heads of sections, where the numbers are that sizes follow from
        const reach = next() < 0.7 ? 230 : bytes.length;
        for (let change = 0; change <= pick(3); change++) bytes[pick(reach)] = [0, 255, 127, 128, pick(256)][pick(5)];
        readAll(bytes);
        readAll(bytes.subarray(0, pick(bytes.length)));
      }
    });
  }

  it('leave a good file after them as it was', () => {
    const [good] = SEEDS.map((seed) => readFields(seed)[0]);
    expect(isField(good) && [...good.packed().packed]).to.deep.equal([...codes]);
  });
});
