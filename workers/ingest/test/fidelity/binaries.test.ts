import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { hrrrProducts, models } from '@severe/catalogue';
import { isField, readFields } from '@severe/grib2';
import { readVolume } from '@severe/nexrad';
import { withNetcdf } from '@severe/simulator/testing/netcdf';
import {
  createMosaicRenderer,
  createSatelliteRenderer,
  drawVolume,
  flashesOf,
  indexText,
  lightningFile,
  mosaicFile,
  mosaics,
  multibandFile,
  satellites,
  scanAt,
  stormsAt,
  volumeFile,
  volumeSites,
} from '@severe/simulator/testing/weather';
import { sharedFile } from '@severe/testing/shared';
import { parseIdx } from '../../src/feeds/model/idx.ts';
import { binaryForms } from './comparisons.ts';

const seed = 1;
const at = Date.parse('2026-05-20T22:20:00Z');
const [east] = satellites;
const times = { start: at, end: at + 20_000, created: at + 21_300 };
const realOf = (test: Mocha.Context, feed: string): Buffer =>
  readFileSync(sharedFile(test, `data/${binaryForms[feed]}`));
const namesIn = (bytes: Uint8Array): Promise<string[]> => withNetcdf(bytes, (file) => file.names());

describe('files of the simulator, compared with real ones', function () {
  this.timeout(120_000);

  it('lightning has variables that the real granule has', async function () {
    const real = await namesIn(realOf(this, 'glm-east'));
    const simulated = await namesIn(
      lightningFile(east, 'made.nc', times, flashesOf(stormsAt(seed, at), seed, at / 20_000)),
    );
    expect(simulated.filter((name) => !real.includes(name))).to.deep.equal([]);
    expect(simulated).to.include.members(['flash_lat', 'flash_lon', 'flash_energy', 'flash_quality_flag']);
  });

  it('satellite images have the variables of a real file, which has one band, packed in the same way', async function () {
    const describe = (bytes: Uint8Array) =>
      withNetcdf(bytes, (file) => ({
        names: file.names(),
        scale: Object.fromEntries(
          ['scale_factor', 'add_offset', 'units', '_Unsigned'].map((key) => [
            key,
            String(file.attribute('CMI_C13', key)),
          ]),
        ),
      }));
    const real = await describe(realOf(this, 'goes'));
    const drawn = createSatelliteRenderer(seed).draw(east.grid, at);
    const simulated = await describe(multibandFile(east, 'made.nc', times, drawn));
    expect(real.names.filter((name) => !simulated.names.includes(name))).to.deep.equal([]);
    for (const key of ['units', '_Unsigned']) expect(simulated.scale[key], key).to.equal(real.scale[key]);
  });

  it('the index of a model hour names records as the real one does', function () {
    const keysOf = (text: string) => new Set(parseIdx(text).map(({ parameter, level, forecast }) => [parameter, level, forecast.replaceAll(/\d+/g, 'N')].join(':'))); // prettier-ignore
    const real = keysOf(realOf(this, 'hrrr').toString());
    const simulated = keysOf(indexText(models.hrrr, at - (at % 3_600_000), 5));
    expect([...simulated].filter((key) => !real.has(key))).to.deep.equal([]);
    for (const { source } of hrrrProducts)
      for (const { parameter, level } of 'records' in source ? source.records : [])
        expect(
          [...real].some((key) => key.startsWith(`${parameter}:${level}:`)),
          `${parameter} ${level}`,
        ).to.equal(true);
  });

  it('a mosaic is the same field on the same grid', function () {
    const fieldOf = (bytes: Uint8Array) => {
      const [field] = readFields(bytes);
      if (!isField(field)) throw new Error(field.error.message);
      const { discipline, grid, packing, product } = field;
      const { category, number, template } = product;
      return { discipline, category, number, template, packing, width: grid.width, height: grid.height };
    };
    const real = fieldOf(realOf(this, 'mrms'));
    const composite = mosaics.find(({ folder }) => folder.includes('MergedReflectivityQCComposite'))!;
    const file = mosaicFile(createMosaicRenderer(seed), seed, composite, scanAt(seed, at));
    expect(fieldOf(gunzipSync(file))).to.deep.equal(real);
  });

  it('a volume has moments that the real one has', function () {
    const momentsOf = (bytes: Uint8Array) =>
      new Set(readVolume(bytes).sweeps.flatMap(({ moments }) => [...moments.keys()]));
    const real = momentsOf(realOf(this, 'nexrad'));
    const site = volumeSites.find(({ id }) => id === 'KVNX')!;
    const simulated = momentsOf(volumeFile(drawVolume(site, seed, stormsAt(seed, at), at, 116)));
    expect([...simulated].filter((name) => !real.has(name))).to.deep.equal([]);
    expect(simulated.size).to.be.greaterThan(3);
  });
});
