import { satelliteProducts } from '@severe/catalogue';
import { responseProblems } from '@severe/http';
import { until } from '@severe/testing/until';
import { tileEndpoints } from '@severe/tiles';
import { expect } from 'chai';
import sharp from 'sharp';
import { infrared, skyImage } from '../support/imagery.ts';
import { openWorld, type Answer, type World } from '../support/world.ts';

const scan = (minute: number) => new Date(Date.UTC(2026, 4, 20, 22, minute, 17));
const frame = (product: string, minute: number) => ({
  family: 'satellite' as const,
  product,
  validAt: scan(minute),
  name: 'sky',
  ...(product === 'ir' ? { field: infrared } : { image: skyImage }),
});
const tile = (product: string) => `/satellite/tiles/${product}/6/15/25.png`;

describe('satellite images', () => {
  let world: World;
  before(async () => {
    world = await openWorld({
      now: new Date('2026-05-20T22:20:00Z'),
      before: [1, 6, 11, 16].map((minute) => frame('ir', minute)).concat(frame('geocolor', 16)),
    });
  });
  after(() => world.close());
  /** As a client does that is asked to come again: on a busy machine the first thread may take longer to start than a drawing may. */
  const patiently = (path: string): Promise<Answer> =>
    until(
      async () => {
        const answer = await world.request(path);
        return answer.status !== 503 && answer;
      },
      { everyMs: 1000 },
    );
  const endpointOf = (path: string) => tileEndpoints.find((endpoint) => endpoint.path === path)!;

  it('are listed, with units and palette for bands, and without them for composites', async () => {
    const { json, headers } = await world.request('/satellite/products');
    const { products } = json();
    expect(products.map(({ id }: { id: string }) => id)).to.deep.equal([
      'ir', 'visible', 'geocolor', 'air-mass', 'dust', 'fire-temp',
    ]); // prettier-ignore
    expect(products[0]).to.include({ id: 'ir', units: 'degC', min: -90, cadence_seconds: 300, latest: '202605202216' });
    expect(products[0].palette).to.have.length.greaterThan(50);
    expect(products[2]).to.deep.include({ units: null, min: null, max: null, palette: [], latest: '202605202216' });
    expect(products[2].description).to.include('not the product of CIRA and NESDIS');
    expect(products[3].latest).to.equal(null);
    expect(responseProblems(endpointOf('/satellite/products'), json())).to.deep.equal([]);
    expect(headers['cache-control']).to.include('max-age=60,');
  });

  it('have frames every five minutes, by default of one hour', async () => {
    const { json } = await world.request('/satellite/frames');
    expect(json()).to.deep.equal({
      product: 'ir',
      interval_minutes: 5,
      latest: '202605202216',
      latest_time: '2026-05-20T22:16:17Z',
      frames: ['202605202201', '202605202206', '202605202211', '202605202216'],
      tiles: 'https://wx.example.org/api/v1/satellite/tiles/ir/{z}/{x}/{y}.png?ts={ts}',
    });
    expect(responseProblems(endpointOf('/satellite/frames'), json())).to.deep.equal([]);
    const framesOf = async (query: string) => (await world.request(`/satellite/frames?${query}`)).json().frames;
    expect(await framesOf('minutes=5')).to.deep.equal(['202605202211', '202605202216']);
    expect(await framesOf('product=dust&minutes=360')).to.deep.equal([]);
    for (const query of ['minutes=4', 'minutes=361', 'product=vil']) {
      expect((await world.request(`/satellite/frames?${query}`)).status, query).to.equal(422);
    }
  });

  it('are prerendered and drawn on request: indexed for a band, in true colour for a composite', async function () {
    this.timeout(60_000);
    for (const [path, channels] of [
      [tile('ir'), 3],
      ['/satellite/tiles/ir/8/62/102.png', 3],
      [tile('geocolor'), 3],
      ['/satellite/tiles/geocolor/9/124/205.png', 3],
    ] as const) {
      const { status, headers, body } = await patiently(path);
      expect(status, path).to.equal(200);
      expect(headers, path).to.include({
        'content-type': 'image/png',
        'x-tile-status': 'data',
        'x-frame-time': '2026-05-20T22:16:17Z',
        'cache-control': 'public, max-age=30, stale-while-revalidate=60, stale-if-error=300',
      });
      const image = await sharp(body).metadata();
      expect(image, path).to.include({ width: 256, height: 256 });
      expect(image.channels, path).to.be.at.least(channels);
    }
  });

  it('are transparent outside the sector, and 404 without a frame or product', async () => {
    const beside = await world.request('/satellite/tiles/geocolor/6/40/25.png');
    expect(beside.headers['x-tile-status']).to.equal('outside');
    const none = await world.request(tile('dust'));
    expect([none.status, none.json().detail]).to.deep.equal([404, 'No dust frame yet']);
    const unknown = await world.request(tile('vil'));
    expect([unknown.status, unknown.json().detail]).to.deep.equal([
      404,
      `Unknown satellite product; valid ids: ${satelliteProducts.map(({ id }) => id).join(', ')}`,
    ]);
    expect((await world.request('/satellite/tiles/ir/11/0/0.png')).status).to.equal(422);
    expect((await world.request('/satellite/tiles/ir/3/8/0.png')).status).to.equal(404);
  });

  it('are of the frame of the requested minute, else of the ten minutes before it', async () => {
    const of = async (ts: string) => world.request(`${tile('ir')}?ts=${ts}`);
    expect((await of('202605202211')).headers).to.include({
      'x-frame-time': '2026-05-20T22:11:17Z',
      'cache-control': 'public, max-age=604800, immutable',
    });
    for (const [ts, time] of [
      ['202605202215', '2026-05-20T22:11:17Z'],
      ['202605202226', '2026-05-20T22:16:17Z'],
    ]) {
      const { headers } = await of(ts);
      expect(headers).to.include({ 'x-frame-time': time });
      expect(headers['cache-control']).to.include('max-age=30');
    }
    const late = await of('202605202227');
    expect([late.status, late.json().detail]).to.deep.equal([404, 'No ir frame at 202605202227']);
    expect((await of('2026')).status).to.equal(400);
  });

  it('have the value of a band and the colour of a composite at a place', async () => {
    const at = async (query: string) => world.request(`/satellite/point?lat=35.2&lon=-97.4&${query}`);
    const band = (await at('')).json();
    expect(band).to.deep.equal({
      product: 'ir', lat: 35.2, lon: -97.4, ts: '202605202216', time: '2026-05-20T22:16:17Z',
      value: -50, units: 'degC', rgb: null, status: 'ok', approximate: true,
    }); // prettier-ignore
    expect(responseProblems(endpointOf('/satellite/point'), band)).to.deep.equal([]);
    const composite = (await at('product=geocolor&ts=202605202216')).json();
    expect(composite).to.include({ value: null, units: null, status: 'ok' });
    expect(composite.rgb).to.deep.equal([200, 120, 40]);
    expect((await at('product=dust')).json()).to.include({ status: 'no_data', ts: null, value: null });
    const beside = await world.request('/satellite/point?lat=48&lon=11&product=geocolor');
    expect(beside.json()).to.include({ status: 'outside', value: null, rgb: null });
  });

  it('have TileJSON', async () => {
    const { json } = await world.request('/satellite/tiles/geocolor.json?ts=202605202216');
    expect(json().tiles[0]).to.match(/\/satellite\/tiles\/geocolor\/\{z\}\/\{x\}\/\{y\}\.png\?ts=202605202216$/);
    expect(json().attribution).to.equal('NOAA/NESDIS GOES');
    expect(responseProblems(endpointOf('/satellite/tiles/{product}.json'), json())).to.deep.equal([]);
  });
});
