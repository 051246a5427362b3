import { gunzipSync } from 'node:zlib';
import { run, type Got, type Running } from '@severe/testing/serve';
import { expect } from 'chai';
import { faults } from '../../src/faults/index.ts';
import { hostHandler } from '../../src/server/handler.ts';
import type { Bucket } from '../../src/server/bucket.ts';
import { jsonPage, type PageHost } from '../../src/server/pages.ts';

const square = [[[-98, 35], [-97, 35], [-97, 36], [-98, 36], [-98, 35]]]; // prettier-ignore
const feature = (id: number) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Polygon', coordinates: square },
  properties: { '@type': 'wx:Alert', id: `urn:${id}`, headline: 'Hail', sent: '2026-05-20T22:00:00Z', expires: '2026-05-20T23:00:00Z', parameters: { VTEC: ['/O.NEW.KOUN.SV.W.0123.260520T2200Z-260520T2300Z/'] } }, // prettier-ignore
});
const list = { type: 'FeatureCollection', features: [feature(1), feature(2)] };

const textOf = (year: number) => `WWUS30 KWNS 202030\nSAW5\n430 PM CDT Wed May 20 ${year}\n05/20/${year} 202030Z\n`;

const pages: PageHost = {
  host: 'pages.example',
  maxAge: 5,
  routes: [
    { path: /^list$/, page: () => jsonPage('application/geo+json', list) },
    { path: /^text$/, page: () => ({ type: 'text/plain', body: textOf(2026) }) },
  ],
  missing: () => ({ type: 'text/plain', body: 'missing' }),
};
const file = { key: 'a/20260520-2230.bin', modified: 0, size: 4, etag: '"1"' };
const bucket: Bucket = {
  host: 'files.example',
  objects: () => [file],
  open: () => ({ size: 4, type: 'application/octet-stream', slice: (from, to) => Buffer.from([1, 0, 2, 3]).subarray(from, to) }), // prettier-ignore
};

describe('faults', () => {
  let server: Running;
  before(async () => {
    const fail = (error: unknown): void => expect.fail(String(error));
    server = await run(hostHandler({ buckets: [bucket], pages: [pages] }, async () => 0, fail));
  });
  after(() => server.close());

  const ask = (fault: string, path = 'pages.example/list'): Promise<Got> => server.ask(`/faults/${fault}/${path}`);
  const features = async (fault: string) => (await ask(fault)).json().features as ReturnType<typeof feature>[];
  const ring = async (fault: string) => (await features(fault))[0].geometry.coordinates[0];

  it('are listed, with the requests of every label', async () => {
    await ask('html~me');
    await ask('bow-tie~me', 'files.example/a/20260520-2230.bin');
    const listed = (await server.ask('/faults')).json();
    expect(listed.faults.map(({ id }: { id: string }) => id)).to.deep.equal(faults.map(({ id }) => id));
    expect(listed.requests.me).to.deep.equal({ requests: 2, faulty: 1 });
  });

  it('of an unknown name are a 404', async () => {
    expect((await ask('no-such-fault')).status).to.equal(404);
  });

  it('replace a response, and leave one to which they do not apply', async () => {
    expect((await ask('error-500')).status).to.equal(500);
    expect(String((await ask('html')).body)).to.include('<html>');
    expect(gunzipSync((await ask('gzip-bomb')).body.subarray(0, 100_000), { finishFlush: 2 }).length).to.be.above(1e7);
    expect([...(await ask('bow-tie', 'files.example/a/20260520-2230.bin')).body]).to.deep.equal([1, 0, 2, 3]);
  });

  it('redirect to loopback, to a private address and to another host', async () => {
    const locations = ['redirect-loopback', 'redirect-private', 'redirect-foreign', 'redirect-page'];
    const found = await Promise.all(locations.map(async (fault) => (await ask(fault)).headers.location));
    expect(found[0]).to.match(/^http:\/\/127\.0\.0\.1:\d+\/pages\.example\/list$/);
    expect(found[1]).to.equal('https://10.0.0.1/pages.example/list');
    expect(found[2]).to.equal('/faults/redirect-foreign/foreign.example/pages.example/list');
    expect(found[3]).to.equal('/faults/redirect-page/pages.example/moved-here');
    expect((await server.ask(found[2]!)).json()).to.deep.equal(list); // a client that follows it gets the data
    expect(String((await server.ask(found[3]!)).body)).to.include('<html>');
  });

  it('change the items of a list', async () => {
    expect(await features('no-items')).to.deep.equal([]);
    expect((await features('duplicates')).map(({ id }) => id)).to.deep.equal([1, 2, 1, 2]);
    expect((await features('out-of-order')).map(({ id }) => id)).to.deep.equal([2, 1]);
    expect((await features('reused-ids'))[0].properties).to.include({ id: 'urn:1', headline: 'Hail (changed)' });
    expect((await features('ends-before-begin'))[0].properties.sent).to.equal('2026-05-20T23:00:00Z');
    expect((await features('year-ahead'))[0].properties.sent).to.equal('2027-05-20T22:00:00Z');
  });

  it('change the years of a text, and not its day and time', async () => {
    expect(String((await ask('year-ahead', 'pages.example/text')).body)).to.equal(textOf(2027));
  });

  it('change shapes', async () => {
    expect(String((await ask('nan-coordinates')).body)).to.include('[[[NaN,NaN],');
    expect((await ring('null-coordinates'))[0]).to.deep.equal([null, null]);
    expect(await ring('unclosed-ring')).to.have.length(4);
    expect((await ring('bow-tie'))[1]).to.deep.equal([-97, 36]);
    expect((await features('hole-outside'))[0].geometry.coordinates).to.have.length(2);
    expect(await ring('many-vertices')).to.have.length(200_000);
    expect((await ring('antimeridian')).map(([lon]) => lon)).to.deep.equal([180, 181, 181, 180, 180]);
    expect((await ring('pole')).map(([, lat]) => lat)).to.deep.equal([90, 90, 91, 91, 90]);
  });

  it('add alerts', async () => {
    const [cancel, ...rest] = await features('cancel-first');
    expect(cancel.properties).to.include({ messageType: 'Cancel' });
    expect(cancel.properties.parameters.VTEC[0]).to.match(/^\/O\.CAN\.KSIM\.SV\.W\.9999\./);
    expect(rest).to.have.length(2);
    const many = await features('many-alerts');
    expect(new Set(many.map(({ properties }) => properties.id)).size).to.equal(10_002);
  });

  it('change bytes', async () => {
    const whole = JSON.stringify(list).length;
    expect((await ask('truncated')).body).to.have.length(Math.floor(whole / 2));
    expect((await ask('bom')).body.subarray(0, 3)).to.deep.equal(Buffer.from('\uFEFF'));
    expect((await ask('utf-16')).body.subarray(0, 2)).to.deep.equal(Buffer.from([0xff, 0xfe]));
    expect((await ask('wrong-type')).headers['content-type']).to.equal('image/jpeg');
    expect((await ask('same-file')).headers.etag).to.equal(undefined);
  });

  it('make listings endless, or list files of the next year, which are there', async () => {
    const listing = 'files.example/?list-type=2&prefix=a/';
    const tokens = ['endless-listing', 'endless-listing', 'stuck-listing', 'stuck-listing'];
    const found: string[] = [];
    for (const fault of tokens) {
      const xml = String((await ask(fault, `${listing}&continuation-token=token`)).body);
      expect(xml).to.include('<IsTruncated>true</IsTruncated>').and.include(file.key);
      found.push(/<NextContinuationToken>(\w+)</.exec(xml)![1]);
    }
    expect(found[0]).to.not.equal(found[1]);
    expect(found[2]).to.equal(found[3]);
    expect(String((await ask('year-ahead', listing)).body)).to.include('<Key>a/20270520-2230.bin</Key>');
    expect((await ask('year-ahead', 'files.example/a/20270520-2230.bin')).status).to.equal(200);
    expect(String((await ask('html.files', listing)).body)).to.include(file.key);
    expect(String((await ask('html.files', 'files.example/a/20260520-2230.bin')).body)).to.include('<html>');
  });
});
