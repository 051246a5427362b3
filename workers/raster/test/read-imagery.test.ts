import { DataError } from '@severe/base';
import { satelliteProducts, type FrameName } from '@severe/catalogue';
import { openTilePack } from '@severe/raster';
import { openColourImage, openValues } from '@severe/raster/values';
import { expect } from 'chai';
import { abiFile, abiSector, stormScene } from '@severe/raster/testing/abi-file';
import { renderFrame } from '../src/render-frame.ts';
import { runFrameJob } from '../src/run-job.ts';
import { openTestStores, type TestStores } from './support/test-stores.ts';
import { rejection } from './support/rejection.ts';

const validAt = new Date('2026-05-20T18:16:00Z');
const frame = (product: string): FrameName => ({ family: 'satellite', product, runAt: null, validAt });
/** In the storm, and beside it. */
const [storm, clear] = [
  { lon: -93.41, lat: 31.14 },
  { lon: -95.39, lat: 32.38 },
];

describe('read-imagery', () => {
  let stores: TestStores;
  before(async () => {
    stores = await openTestStores();
  });
  after(() => stores.close());

  const render = async (product: string, bytes: Uint8Array) => {
    const rawKey = `raw/satellite/${product}.nc`;
    await stores.platform.objects.put(rawKey, bytes);
    const report = await renderFrame({ ...frame(product), rawKey, build: 'b' }, stores.platform.objects);
    const [tiles, values] = await Promise.all(
      [report.tilesKey, report.valuesKey].map(async (key) => (await stores.platform.objects.get(key ?? '')) as Buffer),
    );
    return { report, pack: openTilePack(tiles), values };
  };

  it('converts bands to temperatures in degrees and reflectances in per cent', async () => {
    const bytes = await abiFile();
    const ir = openValues((await render('ir', bytes)).values);
    expect(ir.at(storm.lon, storm.lat).value).to.be.closeTo(210 - 273.15, 0.02);
    expect(ir.at(clear.lon, clear.lat).value).to.be.closeTo(295 - 273.15, 0.02);
    const visible = openValues((await render('visible', bytes)).values);
    expect(visible.at(storm.lon, storm.lat).value).to.be.closeTo(80, 0.05);
    expect(visible.at(10, 50).status).to.equal('outside');
  });

  it('reads a band from a file that has it alone, and no other from it', async () => {
    const seen = openValues((await render('ir', await abiFile(stormScene, { onlyBand: 'C13' }))).values);
    const all = openValues((await render('ir', await abiFile())).values);
    for (const { lon, lat } of [storm, clear]) expect(seen.at(lon, lat)).to.deep.equal(all.at(lon, lat));
    const other = await rejection(render('ir', await abiFile(stormScene, { onlyBand: 'C14' })));
    expect(other).to.be.instanceOf(DataError).with.property('message').that.includes('has no CMI_C13');
  });

  it('makes an image of each composite, with prerendered tiles', async () => {
    const bytes = await abiFile();
    const colours: Record<string, [number[] | undefined, number[] | undefined]> = {};
    for (const { id, maxPrerenderedZoom, source } of satelliteProducts) {
      if (source.feed === 'goes' && 'band' in source.make) continue;
      const { report, pack, values } = await render(id, bytes);
      expect(pack.count).to.equal(report.tiles).and.greaterThan(maxPrerenderedZoom);
      const image = openColourImage(values);
      const colourAt = ({ lon, lat }: typeof storm) => {
        const word = image.at(lon, lat);
        return word === undefined ? undefined : [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];
      };
      colours[id] = [colourAt(storm), colourAt(clear)];
    }
    // All bands of the scene have one temperature, so that differences are 0: red 26.2 / 26.8, green 43.2 / 49.9 …
    expect(colours['air-mass'][1]).to.deep.equal([251, 223, 0]); // … and water vapour at 295 K is below the end of blue
    expect(colours['air-mass'][0]?.[2]).to.equal(247); // at 210 K
    expect(colours['dust'][1]?.[2]).to.equal(255); // 295 K, above 288.7
    expect(colours['dust'][0]?.[2]).to.equal(0);
    const red = 255 * ((295 - 273) / 60) ** 2.5; // gamma 0.4
    expect(colours['fire-temp'][1]?.[0]).to.be.closeTo(red, 4);
    const [cloud, land] = colours['geocolor'];
    expect(cloud?.[0]).to.be.greaterThan(220);
    expect(land?.[0]).to.be.within(80, 120); // 0.1 of the light of a high sun, gamma 2.2
  });

  it('refuses a file of another sector, without data, or of another format', async () => {
    const disk = { ...abiSector, x: -0.08, y: -0.02 }; // south of the equator
    const wrong = await rejection(render('ir', await abiFile(stormScene, { sector: disk })));
    expect(wrong).to.be.instanceOf(DataError).with.property('code', 'wrong-place');
    const blind = await rejection(render('dust', await abiFile((band) => (band === 'C14' ? undefined : 250))));
    expect(blind).to.be.instanceOf(DataError).with.property('code', 'all-missing');
    expect(await rejection(render('ir', Buffer.from('no file')))).to.be.instanceOf(DataError);
  });

  it('keeps a file until every product made from it has its frame', async () => {
    const { db, platform } = stores;
    const rawKey = 'raw/satellite/shared.nc';
    await platform.objects.put(rawKey, await abiFile());
    const ids = await db.frameJobs.insertForEach(['ir', 'visible'], {
      family: 'satellite',
      runAt: null,
      validAt,
      rawKey,
    });
    const results = [];
    for (const id of ids) {
      expect(await platform.objects.head(rawKey)).to.not.equal(undefined);
      results.push((await runFrameJob(id, stores.context()))?.state);
    }
    expect(results).to.deep.equal(['done', 'done']);
    expect(await platform.objects.head(rawKey)).to.equal(undefined);
    expect((await db.frames.all('satellite')).map(({ product }) => product)).to.have.members(['ir', 'visible']);
  });
});
