import { responseProblems } from '@severe/http';
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
const endpointOf = (path: string) => tileEndpoints.find((endpoint) => endpoint.path === path)!;
const pixelsOf = (image: Buffer) => sharp(image).ensureAlpha().raw().toBuffer();

/** The mean difference of red, green and blue, where both are opaque. */
function difference(a: Buffer, b: Buffer): number {
  expect(a.length).to.equal(b.length);
  let [sum, count] = [0, 0];
  for (let i = 0; i < a.length; i += 4) {
    if (a[i + 3] < 255 || b[i + 3] < 255) continue;
    for (let k = i; k < i + 3; k++) sum += Math.abs(a[k] - b[k]);
    count += 3;
  }
  expect(count).to.be.above(1000);
  return sum / count;
}

describe('forms of satellite images', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ before: [1, 6].flatMap((minute) => [frame('ir', minute), frame('geocolor', minute)]) });
  });
  after(() => world.close());
  const get = async (path: string): Promise<Answer> => {
    const answer = await world.request(path);
    expect(answer.status, path).to.equal(200);
    return answer;
  };

  it('are lossless for bands, and slightly lossy for composites', async () => {
    for (const [product, most] of [
      ['ir', 0],
      ['geocolor', 3],
    ] as const) {
      // prettier-ignore
      const path = `/satellite/tiles/${product}/5/7/12`;
      const [png, webp] = [await get(`${path}.png`), await get(`${path}.webp`)];
      expect(webp.headers['content-type']).to.equal('image/webp');
      expect(difference(await pixelsOf(png.body), await pixelsOf(webp.body)), product).to.be.at.most(most);
    }
  });

  it('have the pixels of the next level in 512-pixel tiles', async () => {
    for (const product of ['ir', 'geocolor']) {
      const twice = await pixelsOf((await get(`/satellite/tiles/${product}/4/3/6@2x.png`)).body);
      const child = await pixelsOf((await get(`/satellite/tiles/${product}/5/7/12.png`)).body); // its north-eastern quarter
      const quarter = Buffer.concat(
        Array.from({ length: 256 }, (_, y) => twice.subarray(4 * (512 * y + 256), 4 * (512 * y + 512))),
      );
      expect(difference(quarter, child), product).to.equal(0);
    }
  });

  it('are served as film strips', async () => {
    const loop = (await get('/satellite/loop/geocolor.json')).json();
    expect(responseProblems(endpointOf('/satellite/loop/{product}.json'), loop)).to.deep.equal([]);
    expect(loop).to.deep.include({ frames: ['202605202201', '202605202206'], columns: 2, rows: 1 });
    const strip = await get('/satellite/loop/geocolor/5/7/12.webp');
    expect(strip.headers['x-frame-times']).to.equal('202605202201, 202605202206');
    const last = await sharp(strip.body).extract({ left: 256, top: 0, width: 256, height: 256 }).toBuffer();
    const png = await get('/satellite/tiles/geocolor/5/7/12.png');
    expect(difference(await pixelsOf(last), await pixelsOf(png.body))).to.be.at.most(3);
  });

  it('have a legend if they have values', async () => {
    const ir = (await get('/satellite/legend/ir.json')).json();
    expect(responseProblems(endpointOf('/satellite/legend/{product}.json'), ir)).to.deep.equal([]);
    expect(ir).to.include({ units: 'degC', min: -90, max: 50 });
    expect(await sharp((await get('/satellite/legend/ir.png')).body).metadata())
      .to.have.property('width')
      .below(1200);
    const composite = (await get('/satellite/legend/dust.json')).json();
    expect(composite).to.deep.include({ min: null, max: null, units: null, stops: [] });
    expect((await get('/satellite/legend/dust.svg')).body.toString()).to.include('Dust');
  });

  it('refuse a palette that the product does not have', async () => {
    const { status, json } = await world.request('/satellite/tiles/geocolor/5/7/12.png?palette=colour-blind');
    expect([status, json().detail[0].msg]).to.deep.equal([422, "Input should be 'standard'"]);
  });
});
