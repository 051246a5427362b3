import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolOutput } from '@severe/testing/tools';
import { packChunk } from '../../src/netcdf/chunks.ts';
import { encodeNetcdf } from '../../src/netcdf/file.ts';
import type { Chunked, NetcdfToWrite } from '../../src/netcdf/to-write.ts';
import { withNetcdf } from '../support/netcdf.ts';

const height = 70;
const width = 45;
const valueAt = (row: number, column: number): number => row * 400 + column - 9000;

/** Chunks of 5 × 4 cells: 14 × 12 of them, more than a node of their index holds, the last column's partly outside. */
function chunked(): Chunked {
  const chunks: Uint8Array[] = [];
  for (let row = 0; row < height; row += 5) {
    for (let column = 0; column < width; column += 4) {
      chunks.push(packChunk(Int16Array.from({ length: 20 }, (_, i) => valueAt(row + (i >> 2), column + (i & 3)))));
    }
  }
  return { type: new Int16Array(), shape: [5, 4], chunks };
}

const file = (): NetcdfToWrite => ({
  dimensions: { y: height, x: width, bounds: 2, none: 0 },
  attributes: { title: 'A made file', numbers: Float64Array.of(1.5, -2) },
  variables: [
    {
      name: 'image',
      dimensions: ['y', 'x'],
      attributes: { _FillValue: Int16Array.of(-1), units: 'K', scale_factor: Float32Array.of(0.5) },
      data: chunked(),
    },
    { name: 't', dimensions: [], attributes: {}, data: Float64Array.of(832588355.65) },
    { name: 't_bounds', dimensions: ['bounds'], attributes: { empty: '' }, data: Float32Array.of(1, 2) },
    { name: 'y', dimensions: ['y'], attributes: {}, data: Int16Array.from({ length: height }, (_, i) => -i) },
    { name: 'x', dimensions: ['x'], attributes: {}, data: Uint16Array.from({ length: width }, (_, i) => 65535 - i) },
    { name: 'nobody', dimensions: ['none'], attributes: {}, data: new Int32Array() },
  ],
});

describe('netcdf/file', () => {
  it('writes files that the HDF5 library reads', async () => {
    await withNetcdf(encodeNetcdf(file()), (read) => {
      expect(read.names()).to.have.members(['image', 't', 't_bounds', 'y', 'x', 'nobody', 'bounds', 'none']);
      const image = read.stored('image');
      expect(read.shape('image')).to.deep.equal([height, width]);
      expect(image).to.be.instanceOf(Int16Array);
      for (let i = 0; i < image.length; i++) expect(image[i]).to.equal(valueAt(Math.floor(i / width), i % width));
      expect(read.stored('t')).to.equal(832588355.65);
      expect(Array.from(read.stored('t_bounds'))).to.deep.equal([1, 2]);
      expect(read.stored('x')[44]).to.equal(65491);
      expect(read.stored('y')[69]).to.equal(-69);
      expect(read.shape('nobody')).to.deep.equal([0]);
    });
  });

  it('writes attributes and dimension scales', async () => {
    await withNetcdf(encodeNetcdf(file()), (read) => {
      expect(read.attribute('', 'title')).to.equal('A made file');
      expect(read.attribute('', 'numbers')).to.deep.equal(Float64Array.of(1.5, -2));
      expect(read.attribute('image', 'units')).to.equal('K');
      expect(read.attribute('image', '_FillValue')).to.deep.equal(Int16Array.of(-1));
      expect(read.attribute('t_bounds', 'empty')).to.equal('');
      expect(read.scales('image')).to.deep.equal(['y', 'x']);
      expect(read.scales('t_bounds')).to.deep.equal(['bounds']);
    });
  });

  it('is read as NetCDF by GDAL', function () {
    const folder = mkdtempSync(join(tmpdir(), 'severe-netcdf-'));
    try {
      const path = join(folder, 'made.nc');
      writeFileSync(path, encodeNetcdf(file()));
      const info = JSON.parse(toolOutput(this, 'gdalinfo', ['-json', '-stats', `NETCDF:${path}:image`])) as {
        size: number[];
        bands: { type: string; scale: number; maximum: number }[];
      };
      expect(info.size).to.deep.equal([width, height]);
      expect(info.bands[0]).to.include({ type: 'Int16', scale: 0.5, maximum: valueAt(height - 1, width - 1) });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('refuses numbers and chunks that do not fill their dimensions', () => {
    const [image] = file().variables;
    const short = { ...image, data: new Int16Array(7) };
    expect(() => encodeNetcdf({ ...file(), variables: [short] })).to.throw(
      RangeError,
      'image has 7 numbers, its dimensions 3150',
    );
    const few = { ...image, data: { ...chunked(), chunks: [] } };
    expect(() => encodeNetcdf({ ...file(), variables: [few] })).to.throw(
      RangeError,
      'image has 0 chunks, its dimensions 168',
    );
  });
});
