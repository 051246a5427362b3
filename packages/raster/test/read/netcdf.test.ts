import { readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { hdf5, type Hdf5Variable } from '@severe/netcdf/testing/hdf5';
import { sharedFile } from '@severe/testing/shared';
import type { Field } from '../../src/field.ts';
import { readNetcdfFields } from '../../src/read/netcdf.ts';
import { openValues } from '../../src/values/index.ts';
import { encodeCog } from '../../src/values/encode-cog.ts';
import { abiFile, abiSector } from '../support/abi-file.ts';

const valuesOf = ({ packed, scale, offset, absent }: Field) =>
  Array.from(packed, (code) => (absent.some((entry) => entry.code === code) ? null : offset + code * scale));

const fieldOf = async (bytes: Uint8Array, variable: string) =>
  (await readNetcdfFields(bytes, [variable])).fields[variable];

/** 3 × 2 cells in degrees, rows from the south. */
const degrees: Record<string, Hdf5Variable> = {
  lat: { data: Float64Array.of(30, 31), shape: [2], attributes: { units: 'degrees_north' } },
  lon: { data: Float64Array.of(-100, -99, -98), shape: [3], attributes: { units: 'degrees_east' } },
  t: {
    data: Float32Array.of(1.5, 2.5, NaN, -4, 5, 1e20),
    shape: [2, 3],
    attributes: { missing_value: Float32Array.of(1e20) },
    scales: ['lat', 'lon'],
  },
  counts: { data: Int32Array.of(70_000, 2, 3, -5, 6, 7), shape: [2, 3], scales: ['lat', 'lon'] },
};

describe('read/netcdf', () => {
  it('keeps stored numbers of 16 bits on the fixed grid', async () => {
    const bytes = await abiFile((_, column, row) => (column === 3 ? undefined : 200 + column * 0.02 + row));
    const { fields, startsAt, endsAt } = await readNetcdfFields(bytes, ['CMI_C13', 'CMI_C08']);
    expect([startsAt, endsAt].map((at) => at?.toISOString())).to.deep.equal([
      '2026-05-20T18:16:17.600Z',
      '2026-05-20T18:18:54.900Z',
    ]);
    const field = fields.CMI_C13;
    expect(field).to.include({ width: 160, height: 120 });
    expect(field.packed).to.be.instanceOf(Uint16Array);
    const values = valuesOf(field);
    expect([values[0], values[2], values[3], values[7 * 160 + 10]].map((value) => value && Math.round(value * 100) / 100)).to.deep.equal([200, 200.04, null, 207.2]); // prettier-ignore
    expect(field.geometry).to.deep.include({ kind: 'geostationary', lonOrigin: -75, sweep: 'x', height: 35_786_023 });
    const { x0, y0, stepX } = field.geometry as { x0: number; y0: number; stepX: number };
    const close = 0.01; // m
    expect(x0).to.be.closeTo(Math.fround(abiSector.x) * 35_786_023, close);
    expect(y0).to.be.closeTo(Math.fround(abiSector.y) * 35_786_023, close);
    expect(stepX).to.be.closeTo(0.000056 * 35_786_023, close);
  });

  it('treats pixels as missing if their quality flag marks them so', async () => {
    const quality = new Uint8Array(160 * 120);
    quality.set([1, 2, 3, 255], 0);
    const field = await fieldOf(await abiFile(() => 250, { quality }), 'CMI_C13');
    expect(valuesOf(field).slice(0, 5).map((value) => value && Math.round(value))).to.deep.equal([250, 250, null, null, 250]); // prettier-ignore
  });

  it('turns rows north up, and packs floating point and 32 bits', async () => {
    const bytes = await hdf5(degrees);
    const { t, counts } = (await readNetcdfFields(bytes, ['t', 'counts'])).fields;
    expect(t.geometry).to.deep.equal({ kind: 'latlon', west: -100, north: 31, stepLon: 1, stepLat: 1 });
    const close = valuesOf(t).map((value) => value && Math.round(value * 1e6) / 1e6);
    expect(close).to.deep.equal([-4, 5, null, 1.5, 2.5, null]);
    expect(valuesOf(counts)).to.deep.equal([-5, 6, 7, 70_000, 2, 3]);
  });

  it('refuses variables that are absent, on irregular axes, or on another plane', async () => {
    const uneven = { ...degrees, lon: { ...degrees.lon, data: Float64Array.of(-100, -99, -97) } };
    const unplaced = { ...degrees, lon: { ...degrees.lon, attributes: { units: 'm' } } };
    for (const [variables, name, problem] of [
      [degrees, 'nothing', 'has no nothing'],
      [degrees, 'lat', 'no lat with two dimensions'],
      [uneven, 't', 'not regular: cell 1'],
      [unplaced, 't', 'axes of "m"'],
    ] as const) {
      const error = await readNetcdfFields(await hdf5(variables), [name]).catch((thrown: unknown) => thrown);
      expect(error, problem).to.be.instanceOf(DataError);
      expect(String(error)).to.include(problem);
    }
    const broken = await readNetcdfFields(Buffer.from('CDF'), ['t']).catch((thrown: unknown) => thrown);
    expect(broken).to.be.instanceOf(DataError);
  });

  for (const [file, variable] of [
    ['OR_ABI-L2-LSTM2-M6_G16_s20211381700538_e20211381700595_c20211381701211.nc', 'LST'],
    ['OR_GLM-L2-GLMC-M3_G16_s20181830433000_e20181830434000_c20191931535490.nc', 'flash_extent_density'],
  ]) {
    it(`agrees with another reader on ${variable} of a real file`, async function () {
      const path = sharedFile(this, `data/raster/goes/${file}`);
      const { variables } = JSON.parse(readFileSync(`${path}.expected.json`, 'utf8'));
      const about: { min: number; max: number; valid: number } = variables[variable];
      const field = await fieldOf(readFileSync(path), variable);
      const values = valuesOf(field).filter((value) => value !== null);
      expect(values.length).to.equal(about.valid);
      const least = values.reduce((a, b) => Math.min(a, b));
      expect(least).to.be.closeTo(about.min, 1e-3);
      const most = values.reduce((a, b) => Math.max(a, b));
      expect(most).to.be.closeTo(about.max, 1e-3);
      const grid = openValues(encodeCog(field));
      expect(grid.field().packed).to.deep.equal(field.packed);
    });
  }
});
