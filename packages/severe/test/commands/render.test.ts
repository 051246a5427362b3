import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@severe/base';
import { openTilePack } from '@severe/raster';
import { openColourImage, openValues } from '@severe/raster/values';
import { expect } from 'chai';
import { recordFile } from '@severe/raster/testing/record-file';
import { abiFile } from '@severe/raster/testing/abi-file';
import { largeGeotiff } from '@severe/raster-worker/testing/large-geotiff';
import type { RenderOptions } from '../../src/commands/render/render-file.ts';
import { stormFile } from '../support/storm-file.ts';
import { describeReport, renderFile } from '../../src/commands/render/render-file.ts';

describe('severe render', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;
  const options = (more: Partial<RenderOptions> = {}): RenderOptions => {
    return { product: 'composite-reflectivity', out: join(folder, 'out', 'frame'), threads: 1, ...more };
  };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-render-'));
    file = join(folder, 'storm.grib2');
    writeFileSync(file, stormFile());
  });
  after(() => rmSync(folder, { recursive: true }));

  it('writes both objects and reports their content', async () => {
    const report = await renderFile(file, options());
    const [tiles, values] = ['tiles.pmtiles', 'values.tif'].map((name) =>
      readFileSync(join(folder, 'out', 'frame', name)),
    );
    const pack = openTilePack(tiles);
    expect(report).to.include({ product: 'radar/composite-reflectivity', tiles: pack.count });
    expect(report.bytes).to.deep.equal({ raw: readFileSync(file).length, tiles: tiles.length, values: values.length });
    expect(report.perZoom).to.have.length(9);
    expect(report.perZoom.every((count) => count > 0)).to.equal(true);
    expect(report.perZoom.reduce((sum, count) => sum + count)).to.equal(report.tiles);
    expect(pack.tile(0, 0, 0)).to.be.an.instanceof(Uint8Array);
    const { packed, offset, scale } = openValues(values).window(150, 100, 1, 1);
    expect(offset + packed[0] * scale).to.be.closeTo(60, 1e-6);
  });

  it('reads all bands of a satellite, and a GeoTIFF for any product', async () => {
    const all = join(folder, 'all.nc');
    writeFileSync(all, await abiFile());
    const out = join(folder, 'seen');
    const { perZoom } = await renderFile(all, options({ product: 'dust', out, maxzoom: 4 }));
    expect(perZoom).to.deep.equal([1, 1, 1, 1, 1]);
    const { width, height } = openColourImage(readFileSync(join(out, 'values.tif')));
    expect([width, height]).to.deep.equal([160, 120]);

    const again = join(folder, 'again');
    const image = await renderFile(join(out, 'values.tif'), options({ product: 'geocolor', out: again, maxzoom: 4 }));
    expect(image.perZoom).to.deep.equal(perZoom);
    expect(readFileSync(join(again, 'tiles.pmtiles')).length).to.be.closeTo(
      readFileSync(join(out, 'tiles.pmtiles')).length,
      100, // the name of the product
    );
    await renderFile(file, options({ out }));
    const values = await renderFile(join(out, 'values.tif'), options({ out: again, maxzoom: 3 }));
    expect(values.perZoom).to.deep.equal([1, 1, 1, 1]);
    const refused = await renderFile(file, options({ product: 'ir' })).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(StartError);
    expect(String(refused)).to.include('ir is made of NetCDF-4 or GeoTIFF, this file is neither');
  });

  it('reads only the required parts of a GeoTIFF of 3 GB', async () => {
    const large = join(folder, 'large.tif');
    writeFileSync(large, largeGeotiff());
    truncateSync(large, 3e9); // with a hole in it, which takes no room on the disk
    const out = join(folder, 'large');
    const report = await renderFile(large, options({ out, maxzoom: 6 }));
    expect(report.bytes.raw).to.equal(3e9);
    const values = openValues(readFileSync(join(out, 'values.tif')));
    expect([values.width, values.at(-99.7, 39.7).value]).to.deep.equal([1200, 45]);
  });

  it('prints the report as text', async () => {
    const report = await renderFile(file, options({ product: 'radar/composite-reflectivity', maxzoom: 2 }));
    const text = describeReport(report);
    expect(text).to.contain('as radar/composite-reflectivity').and.contain('z0 1, z1 1, z2 1');
    expect(text).to.match(/decode \d+ ms, values \d+ ms, tiles \d+ ms, write \d+ ms/);
  });

  it('writes the same bytes with two threads', async () => {
    const folders = await Promise.all(
      [1, 2].map(async (threads) => {
        const out = join(folder, `threads-${threads}`);
        await renderFile(file, options({ out, threads, maxzoom: 4 }));
        return out;
      }),
    );
    for (const name of ['tiles.pmtiles', 'values.tif']) {
      const [one, two] = folders.map((out) => readFileSync(join(out, name)));
      expect(Buffer.compare(one, two), name).to.equal(0);
    }
  });

  it('draws records of another product on request only', async () => {
    const { tiles } = await renderFile(file, options({ product: 'vil', force: true, maxzoom: 2 }));
    expect(tiles).to.be.greaterThan(0);
  });

  const otherProduct =
    'the file holds MergedReflectivityQCComposite at 500 m above mean sea level (observation); TMP at 2 m above ground (analysis or forecast) needed; --force';
  const referenceAt = new Date('2026-05-20T22:00:00Z');
  const hourlyRain = { parameter: 'APCP', level: 'surface', over: 'hour-sum', made: 'model' } as const;
  const forecast = { unit: 1, value: 0 };
  const over = { statistic: 1, endsAt: new Date('2026-05-21T04:00:00Z'), length: { unit: 1, value: 6 } };
  const mistakes: [what: string, file: string, more: Partial<RenderOptions>, message: string][] = [
    ['a product that is not there', 'storm.grib2', { product: 'snow' }, 'composite-reflectivity'],
    ['a file that is not there', 'absent.grib2', {}, 'absent.grib2: the file does not exist'],
    ['a folder', '.', {}, 'this is not a file'],
    ['a file of another product', 'storm.grib2', { product: 't2m' }, otherProduct],
    [
      'a sum of six hours for one of one',
      'rain.grib2',
      { product: 'precip-1h' },
      'sum of 6 h (forecast); APCP at surface, sum of 1 h',
    ],
    ['a file that is none of weather', 'page.html', {}, 'no GRIB message'],
    ['a level below the deepest', 'storm.grib2', { maxzoom: 11 }, 'maximum is 10'],
    ['a folder that cannot be made', 'storm.grib2', { out: '/dev/null/frame', maxzoom: 0 }, '--out /dev/null/frame'],
  ];
  for (const [what, name, more, message] of mistakes) {
    it(`reports an error in one line: ${what}`, async () => {
      writeFileSync(join(folder, 'page.html'), '<html>Service unavailable</html>');
      writeFileSync(join(folder, 'rain.grib2'), recordFile(hourlyRain, { referenceAt, hour: 6 }, { forecast, over }));
      const error = await renderFile(join(folder, name), options(more)).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).to.be.an.instanceof(StartError);
      expect((error as StartError).message)
        .to.contain(message)
        .and.not.contain('\n');
    });
  }
});
