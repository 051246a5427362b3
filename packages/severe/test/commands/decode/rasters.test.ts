import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { encodeCog, type Field } from '@severe/raster';
import { expect } from 'chai';
import { Command } from 'commander';
import { hdf5 } from '@severe/netcdf/testing/hdf5';
import { plainTags, tiff } from '@severe/tiff/testing/tiff';
import { decode } from '../../../src/commands/decode.ts';

const folder = mkdtempSync(`${tmpdir()}/severe-decode-rasters-`);
const path = (name: string): string => `${folder}/${name}`;

/** The command in this process, its output caught. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const outcome = { code: 0, out: '', err: '' };
  const program = new Command('severe');
  decode(program, {
    stdout: { write: (text) => (outcome.out += text) },
    stderr: { write: (text) => (outcome.err += text) },
    set exitCode(code: number) {
      outcome.code = code;
    },
  });
  await program.parseAsync(['decode', ...args], { from: 'user' });
  return outcome;
}

/** 3 × 2 cells from -5 to 0 dBZ in steps of 0.5, one of them missing. */
const field: Field = {
  width: 3,
  height: 2,
  packed: Uint16Array.of(10, 11, 12, 13, 0, 20),
  scale: 0.5,
  offset: -10,
  absent: [{ code: 0, means: 'missing' }],
  geometry: { kind: 'latlon', west: -99.5, north: 40.5, stepLon: 1, stepLat: 1 },
};

describe('severe decode of rasters', () => {
  before(async () => {
    writeFileSync(path('field.tif'), encodeCog(field, { units: 'dBZ' }));
    const damaged = tiff({ tags: { ...plainTags(2, 2, 8), 273: [9999], 279: [4] } });
    writeFileSync(path('damaged.tif'), damaged);
    const variable = { data: Int16Array.of(1, 2, 3, -9, 5, 6), shape: [2, 3] };
    const attributes = { _FillValue: Int16Array.of(-9), scale_factor: Float64Array.of(2), units: 'K' };
    writeFileSync(
      path('plane.nc'),
      await hdf5({ plane: { ...variable, attributes } }, { time_coverage_start: '2026-05-20T22:18:39Z' }),
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  it('describes each band of a GeoTIFF with statistics', async () => {
    const { code, out, err } = await run(path('field.tif'), '--json', '--index', '4,5,6', '--at', '40.4,-98.6');
    expect([code, err]).to.deep.equal([0, '']);
    const { format, messages } = JSON.parse(out);
    expect([format, messages.length]).to.deep.equal(['GeoTIFF', 1]);
    expect(messages[0]).to.include({ units: 'dBZ', packing: 'uint16', count: 6, missing: 1 });
    expect(messages[0]).to.include({ min: -5, max: 0 });
    expect(messages[0].mean).to.be.closeTo((-5 - 4.5 - 4 - 3.5 + 0) / 5, 1e-12);
    expect(messages[0].grid).to.deep.equal({ template: 'geotiff', width: 3, height: 2 });
    expect(messages[0].points).to.deep.equal([
      { lat: 40.4, lon: -98.6, stored: 11, value: -4.5 },
      { index: 4, lat: 39.5, lon: -98.5, stored: 0, value: null },
      { index: 5, lat: 39.5, lon: -97.5, stored: 20, value: 0 },
      { index: 6, value: null, outside: true },
    ]);
  });

  it('describes a band without statistics if its blocks are damaged', async () => {
    const { code, out, err } = await run(path('damaged.tif'), '--json');
    expect(code).to.equal(2);
    expect(err).to.match(/^severe decode: .*: field 0: block 0 ends at byte 10003, the file at byte \d+\n$/);
    expect(JSON.parse(out).messages[0]).to.include({ name: 'gray', packing: 'uint8' });
  });

  it('refuses places for an image without georeferencing', async () => {
    const { code, out, err } = await run(path('damaged.tif'), '--at', '35,-97');
    expect([code, out]).to.deep.equal([2, '']);
    expect(err).to.include('--at needs a georeferenced image');
  });

  it('describes each plane of a NetCDF file with statistics', async () => {
    const { code, out, err } = await run(path('plane.nc'), '--json', '--index', '3,5,6');
    expect([code, err]).to.deep.equal([0, '']);
    const { format, messages } = JSON.parse(out);
    expect(format).to.equal('NetCDF-4');
    expect(messages).to.deep.equal([
      {
        index: 0,
        name: 'plane',
        units: 'K',
        time: '2026-05-20T22:18:39Z',
        grid: { template: 'netcdf', width: 3, height: 2 },
        packing: 'int16',
        count: 6,
        missing: 1,
        min: 2,
        max: 12,
        mean: (2 * (1 + 2 + 3 + 5 + 6)) / 5,
        points: [
          { index: 3, stored: -9, value: null },
          { index: 5, stored: 6, value: 12 },
          { index: 6, value: null, outside: true },
        ],
      },
    ]);
  });

  it('refuses a truncated NetCDF file in one line', async () => {
    writeFileSync(path('short.nc'), Buffer.from('\x89HDF\r\n\x1a\nand nothing more', 'latin1'));
    const { code, out, err } = await run(path('short.nc'), '--json');
    expect([code, out]).to.deep.equal([2, '']);
    expect(err).to.match(/^severe decode: .*: the HDF5 library cannot .*\n$/);
  });
});
