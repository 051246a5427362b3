import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataError, UpstreamError, loadSettings } from '@severe/base';
import { rawKey } from '@severe/catalogue';
import { openObjects, type Objects } from '@severe/platform';
import { encodeCog, type Field } from '@severe/raster';
import { openValues } from '@severe/raster/values';
import { expect } from 'chai';
import { seeded } from '@severe/testing/seeded';
import { requireService } from '@severe/testing/services';
import { endingOf, openRaw } from '../src/raw.ts';
import { renderFrame } from '../src/render-frame.ts';
import { largeGeotiff } from './support/large-geotiff.ts';
import { radarFile } from './support/raw-file.ts';
import { radarFrame } from './support/test-stores.ts';
import { rejection } from './support/rejection.ts';

/** A store that counts what is asked of it, and the octets of providers' files that it gives. */
function counting(objects: Objects) {
  const asked = { head: 0, get: 0, getRange: 0, octets: 0 };
  const counted = (key: string, bytes: Buffer | undefined) => {
    if (key.startsWith('raw/')) asked.octets += bytes?.length ?? 0;
    return bytes;
  };
  const store: Objects = {
    ...objects,
    head: (key) => (asked.head++, objects.head(key)),
    get: async (key) => (key.startsWith('raw/') && asked.get++, counted(key, await objects.get(key))),
    getRange: async (key, start, length) => (
      asked.getRange++,
      counted(key, await objects.getRange(key, start, length))
    ),
  };
  return { asked, store };
}

/** Rain over a part of the mosaic's grid, in tiles of noise: 1,200 × 900 cells of 0.01°, 2 MB. */
function mosaic(): Field {
  const [width, height] = [1200, 900];
  const random = seeded(3);
  const packed = Uint16Array.from({ length: width * height }, () => Math.floor(random() * 60_000));
  const geometry = { kind: 'latlon', west: -99.995, north: 39.995, stepLon: 0.01, stepLat: 0.01 } as const;
  return { width, height, packed, scale: 0.001, offset: 0, absent: [], geometry };
}

describe('raw', () => {
  let folder: string;
  let objects: Objects;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'severe-raw-'));
    objects = await openObjects(loadSettings({ DATA_DIR: folder }));
  });
  after(() => rm(folder, { recursive: true }));

  const job = (name: string) => ({ ...radarFrame(), rawKey: `raw/${name}`, build: name });
  const put = (name: string, bytes: Uint8Array) => objects.put(`raw/${name}`, bytes);

  it('names a file by its format', () => {
    expect(endingOf('radar', Buffer.from('II*\0'))).to.equal('tif');
    expect(endingOf('hrrr', Buffer.from('MM\0+'))).to.equal('tif');
    expect(endingOf('satellite', Buffer.from('\x89HDF', 'latin1'))).to.equal('nc');
    expect(endingOf('radar', radarFile())).to.equal('grib2');
    expect(endingOf('nexrad', Buffer.from('II*\0'))).to.equal('level2');
    expect(rawKey(radarFrame(), 'tif')).to.match(/^raw\/radar\/composite-reflectivity\/\d{12}\.tif$/);
  });

  it('is read with one request if it is not a GeoTIFF', async () => {
    await put('storm.grib2.gz', radarFile());
    const { asked, store } = counting(objects);
    await renderFrame(job('storm.grib2.gz'), store);
    expect(asked).to.deep.equal({ head: 0, get: 1, getRange: 0, octets: radarFile().length });
  });

  it('is read by ranges if it is a GeoTIFF, with the same frame', async () => {
    const bytes = encodeCog(mosaic(), { reduce: 'maximum' });
    await put('mosaic.tif', bytes);
    await put('mosaic.grib2', bytes); // under a name that says nothing
    const { asked, store } = counting(objects);
    const ranged = await renderFrame(job('mosaic.tif'), store);
    expect(asked).to.include({ head: 1, get: 0, getRange: 2 });
    expect(asked.octets).to.be.lessThan(bytes.length); // its overviews are not wanted
    const whole = await renderFrame(job('mosaic.grib2'), objects);
    for (const [one, other] of [
      [ranged.tilesKey!, whole.tilesKey!],
      [ranged.valuesKey, whole.valuesKey],
    ]) {
      const [a, b] = await Promise.all([one, other].map((key) => objects.get(key)));
      expect(Buffer.compare(a!, b!)).to.equal(0);
    }
  });

  it('is read from an overview if the full resolution is too large', async function () {
    this.timeout(60_000);
    const bytes = largeGeotiff();
    await put('huge.tif', bytes);
    const { asked, store } = counting(objects);
    const report = await renderFrame(job('huge.tif'), store);
    expect(report.tiles).to.be.greaterThan(9);
    expect(asked.octets).to.be.within(1_440_000, bytes.length - 1_000_000); // the lesser overview is not wanted
    const values = openValues((await objects.get(report.valuesKey))!);
    expect([values.width, values.height]).to.deep.equal([1200, 1200]);
    expect(values.at(-99.7, 39.7).value).to.equal(45);
  });

  it('is refused if it is missing, or not a TIFF despite its name', async () => {
    expect(await rejection(openRaw('raw/absent.tif', objects))).to.have.property('code', 'raw-missing');
    await put('wrong.tif', radarFile());
    const error = await rejection(renderFrame(job('wrong.tif'), objects));
    expect(error).to.be.instanceOf(DataError);
    expect((error as Error).message)
      .to.include('does not begin as a TIFF')
      .and.include('"II" or "MM" is needed');
    await put('volume.tif', encodeCog(mosaic()));
    const volume = { ...job('volume.tif'), family: 'nexrad' as const, product: 'KTLX' };
    expect(await rejection(renderFrame(volume, objects))).to.have.property('code', 'format');
  });

  it('retries a short read, and refuses a file that is removed during reading', async () => {
    await put('mosaic.tif', encodeCog(mosaic()));
    const short = { ...objects, getRange: async () => Buffer.alloc(7) };
    const error = await rejection(renderFrame(job('mosaic.tif'), short));
    expect(error).to.be.instanceOf(UpstreamError);
    expect((error as Error).message).to.include('gave 7 bytes of raw/mosaic.tif from 0, 65536 are needed');
    const gone = { ...objects, getRange: () => Promise.resolve(undefined) };
    expect(await rejection(renderFrame(job('mosaic.tif'), gone))).to.have.property('code', 'raw-missing');
  });

  it('is read by ranges of MinIO too', async function () {
    const bucket = await openObjects(loadSettings(await requireService(this, 'minio')));
    const field = mosaic();
    const bytes = encodeCog(field, { reduce: 'maximum' });
    await bucket.put('raw/mosaic.tif', bytes);
    const { asked, store } = counting(bucket);
    const { tilesKey, valuesKey } = await renderFrame(job('mosaic.tif'), store);
    expect(asked).to.include({ head: 1, get: 0, getRange: 2 });
    const { packed } = openValues((await bucket.get(valuesKey))!).field();
    await bucket.delete(['raw/mosaic.tif', tilesKey!, valuesKey]); // other suites share the bucket
    expect(packed.every((code, i) => code === field.packed[i])).to.equal(true);
  });
});
