import { readdirSync, readFileSync } from 'node:fs';
import { isField, readFields, type FieldValues, type Grib2Field } from '@severe/grib2';
import { expect } from 'chai';
import { shared } from '@severe/testing/shared';
import { hasTool } from '@severe/testing/tools';
import { nearest, positionOf } from './support.ts';
import { unpackedFile } from './support/unpacked-file.ts';

/** What independent tools made of a field; files of it lie beside the real ones. */
interface ExpectedField {
  gridTemplate: number;
  packingTemplate: number;
  nx?: number;
  ny?: number;
  count?: number;
  missing: number;
  min: number | null;
  max: number | null;
  mean: number | null;
  /** The value of a constant field by the standard, where the tools differ from it. */
  specValue?: number;
  /** Why its positions are no oracle. */
  latlonNote?: string;
  samples?: { index: number; value: number | null; lat?: number | null; lon?: number | null }[];
}

const folders = ['data/raster/grib2', 'data/raster/grib2-derived'];

/** Real files, each with what other tools read. */
function* realFiles(): Generator<{ path: string; name: string; fields: ExpectedField[] }> {
  for (const folder of folders) {
    const root = shared(folder);
    if (!root) continue;
    for (const file of readdirSync(root).filter((entry) => entry.endsWith('.expected.json'))) {
      const { fields } = JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as { fields: ExpectedField[] };
      const name = file.replace('.expected.json', '');
      if (fields.length > 0) yield { path: `${root}/${name}`, name, fields };
    }
  }
}

describe('real files agree with other readers', () => {
  const files = [...realFiles()];
  if (files.length === 0) it('is not shown here: the real files are not beside this checkout');

  for (const { path, name, fields } of files) {
    it(name, function () {
      if (name.endsWith('.xz') && !hasTool('xz')) this.skip();
      const entries = readFields(unpackedFile(path));
      expect(entries).to.have.length(fields.length);
      entries.forEach((entry, index) => {
        if (!isField(entry)) throw entry.error;
        compare(entry, fields[index]);
      });
    });
  }
});

function compare(field: Grib2Field, expected: ExpectedField): void {
  expect(field.grid.template).to.equal(`3.${expected.gridTemplate}`);
  expect(field.packing).to.equal(`5.${expected.packingTemplate}`);
  if (expected.nx) expect([field.grid.width, field.grid.height]).to.deep.equal([expected.nx, expected.ny]);
  const values = field.decode();
  if (expected.count === undefined) return; // no other tool here reads it
  compareStatistics(values, expected);
  for (const sample of expected.samples ?? []) {
    if (expected.specValue === undefined) compareValue(values.at(sample.index), sample.value, largest(expected) * 1e-6);
    if (typeof sample.lat === 'number' && typeof sample.lon === 'number' && !expected.latlonNote) {
      comparePosition(field, sample.index, sample.lat, sample.lon);
    }
  }
}

function compareStatistics(values: FieldValues, expected: ExpectedField): void {
  const found = values.statistics();
  expect([found.count, found.missing]).to.deep.equal([expected.count, expected.missing]);
  const tolerance = Math.max(1e-5 * ((expected.max ?? 0) - (expected.min ?? 0)), 2e-6 * largest(expected));
  for (const key of ['min', 'max', 'mean'] as const) {
    compareValue(found[key], expected.specValue ?? expected[key], tolerance);
  }
}

function largest({ min, max }: ExpectedField): number {
  return Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0), 0.1);
}

function compareValue(found: number | null, wanted: number | null, tolerance: number): void {
  if (found === null || wanted === null) expect(found).to.equal(wanted);
  else expect(found).to.be.closeTo(wanted, tolerance);
}

function comparePosition(field: Grib2Field, index: number, lat: number, lon: number): void {
  const found = positionOf(field.grid, index);
  if (Number.isNaN(found.lat)) {
    expect(field.grid.template, 'a position that is not told').to.equal('3.90');
    return;
  }
  const apart = Math.abs(((found.lon - lon + 540) % 360) - 180) * Math.cos((lat * Math.PI) / 180);
  expect(Math.abs(found.lat - lat), `latitude of ${index}`).to.be.below(0.002);
  expect(apart, `longitude of ${index}`).to.be.below(0.002);
  if (Math.abs(lat) < 89.9) expect(nearest(field.grid, found)).to.equal(index);
}
