import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataError, UpstreamError } from '@severe/base';
import { findProduct } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import { drawFrame, openTilePack, readGrib2Field } from '@severe/raster';
import { openValues } from '@severe/raster/values';
import { expect } from 'chai';
import { fromArrayBuffer } from 'geotiff';
import { sharedFile } from '@severe/testing/shared';
import type { RenderJob } from '../src/job.ts';
import { renderFrame } from '../src/render-frame.ts';
import { blindFile, elevationFile, radarFile, smallGrid } from './support/raw-file.ts';
import { radarFrame } from './support/test-stores.ts';
import { rejection } from './support/rejection.ts';

/** As much of an object store as a thread uses. */
function memoryStore(raw?: Uint8Array): Objects & { bodies: Map<string, Buffer> } {
  const bodies = new Map<string, Buffer>();
  if (raw) bodies.set('raw/file', Buffer.from(raw));
  const unused = () => {
    throw new Error('not used here');
  };
  return {
    bodies,
    get: (key) => Promise.resolve(bodies.get(key)),
    put: (key, body) => Promise.resolve(void bodies.set(key, Buffer.from(body))),
    getRange: unused,
    head: unused,
    list: unused,
    delete: unused,
    ping: unused,
  };
}

const job: RenderJob = { ...radarFrame(), rawKey: 'raw/file', build: 'first' };

describe('render-frame', () => {
  it('stores the tiles and values of a mosaic, and returns their keys', async () => {
    const objects = memoryStore(radarFile());
    const report = await renderFrame(job, objects);
    const folder = 'frames/radar/composite-reflectivity/202605202218/first';
    expect(report).to.include({ tilesKey: `${folder}/tiles.pmtiles`, valuesKey: `${folder}/values.tif` });

    const tiles = objects.bodies.get(`${folder}/tiles.pmtiles`) as Buffer;
    const values = objects.bodies.get(`${folder}/values.tif`) as Buffer;
    expect(report).to.include({ tilesBytes: tiles.length, valuesBytes: values.length });

    const product = findProduct('radar', 'composite-reflectivity')!;
    const field = readGrib2Field(radarFile(), product);
    const pack = openTilePack(tiles);
    expect(pack.count).to.equal(report.tiles).and.to.be.at.least(9); // the echo shows at every level from z0 to z8
    let compared = 0;
    drawFrame(field, product, {
      name: 'expected',
      onTile: ({ z, x, y }, png) => {
        expect(Buffer.compare(pack.tile(z, x, y) as Uint8Array, png), `${z}/${x}/${y}`).to.equal(0);
        compared++;
      },
    });
    expect(compared).to.equal(report.tiles);
    expect(pack.metadata).to.include({
      attribution: 'NOAA/NSSL MRMS',
      name: 'radar/composite-reflectivity/202605202218',
    });

    const grid = openValues(values);
    expect(grid.at(-98.5, 36.0).value).to.be.closeTo(45, 1e-9); // the middle of the echo
    expect(grid.at(-99.9, 36.9).status).to.equal('nothing');
  });

  it('makes equal objects from equal files', async () => {
    const [one, two] = [memoryStore(radarFile()), memoryStore(radarFile())];
    const report = await renderFrame(job, one);
    await renderFrame(job, two);
    for (const key of [report.tilesKey!, report.valuesKey]) {
      expect(Buffer.compare(one.bodies.get(key)!, two.bodies.get(key)!), key).to.equal(0);
    }
  });

  it('makes no tiles for a values-only product', async () => {
    const runAt = new Date('2026-05-20T22:00:00Z');
    const objects = memoryStore(elevationFile());
    const report = await renderFrame({ ...job, family: 'hrrr', product: 'elevation', runAt, validAt: runAt }, objects);
    expect(report).to.include({ tilesKey: null, tilesBytes: 0, tiles: 0 });
    expect([...objects.bodies.keys()]).to.deep.equal(['raw/file', report.valuesKey]);
    // first point 21.138123 N, 122.719528 W: the south-western corner, elevation 0
    expect(openValues(objects.bodies.get(report.valuesKey)!).at(-122.719528, 21.138123)).to.deep.equal({
      status: 'ok',
      value: 0,
    });
  });

  it('writes values in small blocks for models alone, and only where it may', async () => {
    const runAt = new Date('2026-05-20T22:00:00Z');
    const elevation: RenderJob = { ...job, family: 'hrrr', product: 'elevation', runAt, validAt: runAt };
    const sideOf = async (task: RenderJob, raw: Uint8Array) => {
      const objects = memoryStore(raw);
      const { valuesKey } = await renderFrame(task, objects);
      const bytes = new Uint8Array(objects.bodies.get(valuesKey)!);
      return (await (await fromArrayBuffer(bytes.buffer)).getImage()).getTileWidth();
    };
    const smallBlocks = true;
    expect([
      await sideOf({ ...elevation, smallBlocks }, elevationFile()),
      await sideOf(elevation, elevationFile()),
      await sideOf({ ...job, smallBlocks }, radarFile()),
    ]).to.deep.equal([64, 256, 256]);
  });

  it('refuses an unknown product, a missing file, another format, and another area', async () => {
    const refused = async (raw: Uint8Array | undefined, more: Partial<RenderJob> = {}) => {
      const objects = memoryStore(raw);
      const error = await rejection(renderFrame({ ...job, ...more }, objects));
      expect(error).to.be.instanceOf(DataError);
      expect(objects.bodies.size, 'nothing is stored').to.equal(raw ? 1 : 0);
      return (error as DataError).code;
    };
    expect(await refused(radarFile(), { product: 'constructor' })).to.equal('unknown-product');
    expect(await refused(radarFile(), { product: 'vil' })).to.equal('wrong-records');
    expect(await refused(undefined)).to.equal('raw-missing');
    expect(await refused(Buffer.from('<html>Service Unavailable</html>'))).to.match(/^grib2-/);
    expect(await refused(radarFile().subarray(0, -100))).to.be.a('string');
    expect(await refused(radarFile({ grid: { ...smallGrid, firstLat: 21.5, firstLon: -165 } }))).to.equal(
      'wrong-place',
    );
    expect(await refused(blindFile())).to.equal('all-missing');
  });

  it('refuses damaged files or makes whole frames of readable ones, and a valid frame afterwards', async function () {
    this.timeout(60_000);
    const folder = sharedFile(this, 'data/raster/broken');
    const files = readdirSync(folder).filter((name) => !name.endsWith('.json'));
    expect(files.length).to.be.above(30);
    let refused = 0;
    for (const name of files) {
      const objects = memoryStore(readFileSync(join(folder, name)));
      const error: unknown = await renderFrame(job, objects).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error) expect(error, name).to.be.instanceOf(DataError);
      if (error) refused++;
      expect(objects.bodies.size, name).to.equal(error ? 1 : 3);
    }
    expect(refused).to.be.above(files.length - 5); // some are odd, but not unreadable, such as a GeoTIFF that ends early
    expect((await renderFrame(job, memoryStore(radarFile()))).tiles).to.be.above(0);
  });

  it('refuses a store that returns other bytes', async () => {
    const objects = memoryStore(radarFile());
    const torn = { ...objects, put: (key: string, body: Uint8Array) => objects.put(key, body.subarray(0, 100)) };
    const error = await rejection(renderFrame(job, torn));
    expect(error).to.be.instanceOf(UpstreamError);
    expect((error as Error).message).to.contain('reads back as 100 other bytes');
  });
});
