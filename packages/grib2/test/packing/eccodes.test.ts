import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { toolOutput } from '@severe/testing/tools';
import { messageOf, onlyField, randomFrom, smallGrid, valuesOf } from '../support.ts';

const grid = { ...smallGrid, width: 31, height: 17 };
const points = grid.width * grid.height;
const random = randomFrom(20);

/** A slope with noise, from below to above zero, in hundredths. */
const codes = Uint32Array.from({ length: points }, (_, i) => 40 * i + Math.floor(random() * 9000));
const scaling = { reference: -1e4, decimalScale: 2 };
const present = Array.from({ length: points }, () => (random() < 0.7 ? 1 : 0));

const sources = {
  'values everywhere': messageOf({ grid, values: { codes, ...scaling } }),
  'values under a bitmap': messageOf({
    grid,
    present,
    values: { codes: codes.filter((_, i) => present[i] === 1), ...scaling },
  }),
};

/** What ecCodes calls a packing, and the bits of a value that it can write. */
const packings: [name: string, template: string, bits: number[]][] = [
  ['grid_simple', '5.0', [1, 7, 12, 17, 24, 31, 32]],
  ['grid_complex', '5.2', [1, 7, 12, 17, 24]],
  ['grid_complex_spatial_differencing', '5.3', [7, 17]], // of order 0 unless told another
  ['grid_complex_spatial_differencing,orderOfSpatialDifferencing=1', '5.3', [2, 12, 24]],
  ['grid_complex_spatial_differencing,orderOfSpatialDifferencing=2', '5.3', [2, 12, 24]],
  ['grid_jpeg', '5.40', [3, 8, 12, 17, 24]],
  ['grid_simple_log_preprocessing', '5.61', [12, 24]],
  ['grid_ccsds', '5.42', [1, 7, 12, 17, 24, 32]],
];

const missingNumber = 123456;

describe('packings as ecCodes writes them', () => {
  const folder = mkdtempSync(`${tmpdir()}/grib2-`);
  const [plain, from, to] = ['plain', 'from', 'to'].map((name) => `${folder}/${name}.grib2`);
  after(() => rmSync(folder, { recursive: true }));

  for (const [source, message] of Object.entries(sources)) {
    for (const [name, template, allBits] of packings) {
      it(`${source} in ${name} of ${allBits.join(', ')} bits are those that it reads`, function () {
        writeFileSync(plain, message);
        toolOutput(this, 'grib_set', ['-r', '-s', `packingType=${name}`, plain, from]);
        for (const bits of allBits) {
          toolOutput(this, 'grib_set', ['-r', '-s', `bitsPerValue=${bits}`, from, to]);
          const lines = toolOutput(this, 'grib_get_data', ['-m', `${missingNumber}`, '-F', '%.12g', to])
            .trim()
            .split('\n');
          const wanted = lines.slice(1).map((line) => Number(line.trim().split(/\s+/)[2]));
          const field = onlyField(readFileSync(to));
          expect(field.packing).to.equal(template);
          valuesOf(field).forEach((value, index) => {
            const missing = wanted[index] === missingNumber;
            expect(value === null, `whether point ${index} is missing in ${bits} bits`).to.equal(missing);
            if (!missing) expect(value, `point ${index} in ${bits} bits`).to.be.closeTo(wanted[index], 1e-4);
          });
          expect(wanted).to.have.length(points);
        }
      });
    }
  }
});
