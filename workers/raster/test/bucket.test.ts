import { execFileSync } from 'node:child_process';
import { loadSettings } from '@severe/base';
import { openObjects, type Objects } from '@severe/platform';
import { openTilePack } from '@severe/raster';
import { requireService, type ServiceEnv } from '@severe/testing/services';
import { requireTool } from '@severe/testing/tools';
import { expect } from 'chai';
import { Client } from 'minio';
import { FetchSource, PMTiles } from 'pmtiles';
import { renderFrame } from '../src/render-frame.ts';
import { radarFile } from './support/raw-file.ts';
import { radarFrame } from './support/test-stores.ts';

const middle = ['-98.5', '36.0']; // of the echo, which has 45 dBZ

/** Other programs at the bucket, as docs/buckets.md has them read it. */
describe('a frame in a bucket', () => {
  let env: ServiceEnv;
  let objects: Objects;
  let keys: { tiles: string; values: string };
  const address = (key: string): string => `${env['S3_ENDPOINT']}/${env['S3_BUCKET']}/${key}`;

  before(async function () {
    env = await requireService(this, 'minio');
    objects = await openObjects(loadSettings(env));
    const job = { ...radarFrame(), rawKey: 'raw/for-others', build: 'for-others' };
    await objects.put(job.rawKey, radarFile());
    const { tilesKey, valuesKey } = await renderFrame(job, objects);
    keys = { tiles: tilesKey!, values: valuesKey };
    await letEverybodyRead(env);
  });

  it('has its content types, and pages of other sites may read ranges of it', async () => {
    for (const [key, type] of [
      [keys.tiles, 'application/vnd.pmtiles'],
      [keys.values, 'image/tiff; application=geotiff; profile=cloud-optimized'],
    ]) {
      const headers = { origin: 'https://maps.example.org', range: 'bytes=0-15' };
      const response = await fetch(address(key), { headers });
      expect(response.status, key).to.equal(206);
      expect(response.headers.get('content-type')).to.equal(type);
      expect(response.headers.get('access-control-allow-origin')).to.equal('https://maps.example.org');
      expect((await response.arrayBuffer()).byteLength).to.equal(16);
    }
  });

  it('is not readable beyond its folder', async () => {
    expect((await fetch(address('raw/for-others'))).status).to.equal(403);
  });

  it('gives a PMTiles client the same tiles, by ranges', async () => {
    const source = new FetchSource(address(keys.tiles));
    const archive = new PMTiles(source);
    const pack = openTilePack((await objects.get(keys.tiles))!);
    const { minZoom, maxZoom } = await archive.getHeader();
    expect([minZoom, maxZoom]).to.deep.equal([0, 8]);
    expect(await archive.getMetadata()).to.deep.include({ attribution: 'NOAA/NSSL MRMS' });
    for (const [z, x, y] of [
      [0, 0, 0],
      [4, 3, 6],
      [8, 57, 100],
    ]) {
      const tile = await archive.getZxy(z, x, y);
      const expected = pack.tile(z, x, y);
      expect(tile?.data && Buffer.from(tile.data), `${z}/${x}/${y}`).to.deep.equal(expected && Buffer.from(expected));
    }
    expect(await archive.getZxy(8, 0, 0)).to.equal(undefined);
  });

  for (const [through, nameOf, options] of [
    ['/vsicurl/', (key: string) => `/vsicurl/${address(key)}`, () => ({})],
    ['/vsis3/', (key: string) => `/vsis3/${env['S3_BUCKET']}/${key}`, () => signedOptions(env)],
  ] as const) {
    it(`gives GDAL its values by ${through}`, function () {
      requireTool(this, 'gdalinfo', 'gdal-bin');
      const config = Object.entries({ GDAL_DISABLE_READDIR_ON_OPEN: 'EMPTY_DIR', ...options() });
      const gdal = (program: string, ...args: string[]): string =>
        execFileSync(program, [...config.flatMap(([name, value]) => ['--config', name, value]), ...args], {
          encoding: 'utf8',
        });
      const { bands, metadata } = JSON.parse(gdal('gdalinfo', '-json', nameOf(keys.values)));
      const [{ scale = 1, offset = 0, noDataValue, overviews }] = bands;
      expect(metadata.IMAGE_STRUCTURE.LAYOUT).to.equal('COG');
      expect(overviews).to.have.length.above(0);
      const value = (...at: string[]): number =>
        Number(gdal('gdallocationinfo', '-valonly', '-wgs84', nameOf(keys.values), ...at));
      expect(value(...middle) * scale + offset).to.be.closeTo(45, 1e-6);
      expect(value('-99.9', '36.9') * scale + offset, 'no echo').to.be.closeTo(-99, 1e-6);
      expect(noDataValue * scale + offset, 'no coverage').to.be.closeTo(-999, 1e-6);
    });
  }
});

const signedOptions = (env: ServiceEnv): Record<string, string> => ({
  AWS_S3_ENDPOINT: new URL(env['S3_ENDPOINT']).host,
  AWS_HTTPS: 'NO',
  AWS_VIRTUAL_HOSTING: 'FALSE',
  AWS_REGION: env['S3_REGION'],
  AWS_ACCESS_KEY_ID: env['S3_ACCESS_KEY'],
  AWS_SECRET_ACCESS_KEY: env['S3_SECRET_KEY'],
});

/** The policy of docs/buckets.md, which `mc anonymous set download` makes as well. */
async function letEverybodyRead(env: ServiceEnv): Promise<void> {
  const { hostname: endPoint, port } = new URL(env['S3_ENDPOINT']);
  const [accessKey, secretKey] = [env['S3_ACCESS_KEY'], env['S3_SECRET_KEY']];
  const client = new Client({ endPoint, port: Number(port), useSSL: false, accessKey, secretKey });
  const bucket = env['S3_BUCKET'];
  const everybody = { Effect: 'Allow', Principal: { AWS: ['*'] } };
  const policy = {
    Version: '2012-10-17',
    Statement: [{ ...everybody, Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${bucket}/frames/*`] }],
  };
  await client.setBucketPolicy(bucket, JSON.stringify(policy));
}
