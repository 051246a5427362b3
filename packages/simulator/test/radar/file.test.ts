import { isField, readFields } from '@severe/grib2';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hasTool, toolOutput } from '@severe/testing/tools';
import { mosaicFile } from '../../src/radar/file.ts';
import { mosaics } from '../../src/radar/products.ts';
import { scanAt, validTimeOf } from '../../src/radar/schedule.ts';
import { createMosaicRenderer } from '../../src/radar/renderer.ts';
import { placeOf, valuesFrom } from '../support/scans.ts';

const seed = 7;
const scan = scanAt(seed, Date.parse('2026-05-20T22:30:00Z'));
const [composite] = mosaics;

describe('a file of a mosaic', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'severe-simulator-'));
  const file = join(folder, 'mosaic.grib2');
  const zipped = join(folder, 'mosaic.grib2.gz');
  const renderer = createMosaicRenderer(seed);
  let bytes: Uint8Array;
  let values: Float32Array;

  before(() => {
    bytes = mosaicFile(renderer, seed, composite, scan);
    values = valuesFrom(renderer.draw(composite, scan), composite.outside);
    writeFileSync(zipped, bytes);
    writeFileSync(file, gunzipSync(bytes));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('is one field of packing 5.41 on the grid of the mosaics, read back exactly', () => {
    const fields = readFields(gunzipSync(bytes));
    expect(fields).to.have.length(1);
    const [field] = fields;
    if (!isField(field)) throw new Error(field.error.message);
    expect(field.packing).to.equal('5.41');
    expect([field.grid.width, field.grid.height]).to.deep.equal([7000, 3500]);
    expect(field.product.category).to.equal(10);
    const read = field.values();
    let wrong = 0;
    for (let i = 0; i < read.length; i++) if (Math.abs(read[i] - values[i]) > 0.001) wrong++;
    expect(wrong).to.equal(0);
  });

  it('is what ecCodes reads: identity, time, grid, and every number of the statistics', function () {
    const keys =
      'discipline,parameterCategory,parameterNumber,dataDate,packingType,Ni,Nj,latitudeOfFirstGridPointInDegrees';
    const [line] = toolOutput(this, 'grib_get', ['-p', `${keys},min,max`, file])
      .trim()
      .split('\n');
    let [min, max] = [Infinity, -Infinity];
    for (const value of values) {
      if (value < min) min = value;
      if (value > max) max = value;
    }
    const texts = line.split(' ');
    expect(texts.slice(0, 8)).to.deep.equal(['209', '10', '0', '20260520', 'grid_png', '7000', '3500', '54.995']);
    expect(Number(texts[8])).to.be.closeTo(min, 0.001);
    expect(Number(texts[9])).to.be.closeTo(max, 0.001);
  });

  it('lies where GDAL expects a mosaic: 130° W to 60° W, 20° N to 55° N, at its time', function () {
    const info = JSON.parse(toolOutput(this, 'gdalinfo', ['-json', `/vsigzip/${zipped}`]));
    expect(info.size).to.deep.equal([7000, 3500]);
    expect(info.cornerCoordinates.upperLeft).to.deep.equal([-130, 55]);
    expect(info.cornerCoordinates.lowerRight[0]).to.be.closeTo(-60, 1e-6);
    expect(info.cornerCoordinates.lowerRight[1]).to.be.closeTo(20, 1e-6);
    const [{ metadata }] = info.bands;
    expect(metadata[''].GRIB_ELEMENT).to.equal('MergedReflectivityQCComposite');
    expect(Number(metadata[''].GRIB_VALID_TIME)).to.equal(validTimeOf(seed, scan) / 1000);
  });

  it('holds for GDAL the values that were drawn, where they were drawn', function () {
    if (!hasTool('gdallocationinfo')) this.skip();
    const echoes: number[] = [];
    for (let i = 0; i < values.length; i++) if (values[i] > 0) echoes.push(i);
    const some = Array.from({ length: 50 }, (_, k) => echoes[Math.floor((k / 50) * echoes.length)]);
    const input = some.map((i) => `${placeOf(i).lon} ${placeOf(i).lat}`).join('\n');
    const read = execFileSync('gdallocationinfo', ['-valonly', '-wgs84', file], { input, encoding: 'utf8' });
    const numbers = read.trim().split('\n').map(Number);
    expect(numbers).to.have.length(50);
    for (const [k, number] of numbers.entries()) expect(number).to.be.closeTo(values[some[k]], 0.001);
  });

  it('is the same every time', () => {
    expect(Buffer.compare(mosaicFile(createMosaicRenderer(seed), seed, composite, scan), bytes)).to.equal(0);
  });
});
