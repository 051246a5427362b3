import { rangeFoldedColour } from '@severe/catalogue';
import { responseProblems } from '@severe/http';
import { expect } from 'chai';
import sharp from 'sharp';
import { tileEndpoints } from '@severe/tiles';
import { productOf } from '../support/fields.ts';
import { openWorld, type World } from '../support/world.ts';

const endpointOf = (path: string) => tileEndpoints.find((endpoint) => endpoint.path === path)!;

describe('legends', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const legend = async (path: string) => {
    const answer = await world.request(path);
    expect(answer.status, path).to.equal(200);
    return answer.json();
  };

  it('have the steps, colours and units of a product, and the states without a value', async () => {
    const { palette } = productOf('radar', 'composite-reflectivity');
    const body = await legend('/radar/legend/composite-reflectivity.json');
    expect(responseProblems(endpointOf('/radar/legend/{product}.json'), body)).to.deep.equal([]);
    expect(body).to.deep.equal({
      product: 'composite-reflectivity',
      name: 'Composite reflectivity',
      units: 'dBZ',
      min: -10,
      max: 75,
      palette: 'standard',
      stops: palette.map(([value, color]) => ({ value, label: String(value), color })),
      entries: [
        { label: 'Below 5 dBZ', color: null, value: 5 },
        { label: 'No data', color: null, value: null },
      ],
    });
  });

  it('label a first step that begins below the range by its end', async () => {
    const { stops } = await legend('/hrrr/legend/t2m.json');
    expect(stops.slice(0, 2).map(({ label }: { label: string }) => label)).to.deep.equal(['< −30', '−30']);
  });

  it('of single radars include range folding', async () => {
    const { entries, stops } = await legend('/nexrad/legend/velocity.json?palette=colour-blind');
    expect(entries[0]).to.deep.equal({ label: 'Range folded', color: rangeFoldedColour, value: null });
    expect(stops.length).to.be.above(10);
  });

  it('have the colours of the requested palette, and refuse unknown ones', async () => {
    const other = await legend('/radar/legend/vil.json?palette=colour-blind');
    expect(other.stops.map(({ color }: { color: string }) => color)).to.deep.equal(
      productOf('radar', 'vil').colourBlind,
    );
    expect((await world.request('/radar/legend/vil.json?palette=sepia')).status).to.equal(422);
    for (const path of ['/radar/legend/nope.json', '/hrrr/legend/vil.svg', '/nexrad/legend/vil.png']) {
      expect((await world.request(path)).status, path).to.equal(404);
    }
  });

  it('are drawn with a swatch for every step', async () => {
    const { headers, body } = await world.request('/radar/legend/mesh-30min.svg');
    expect(headers).to.include({ 'content-type': 'image/svg+xml' });
    expect(headers['cache-control']).to.match(/^public, max-age=86400,/);
    const svg = body.toString();
    for (const [, colour] of productOf('radar', 'mesh-30min').palette) expect(svg).to.include(`fill="${colour}"/>`);
    expect(svg).to.include('Hail size, 30 min maximum (mm)');
    expect((await world.request('/radar/legend/echo-tops.svg')).body.toString()).to.include('Below 0.5 km');
  });

  for (const path of ['radar/legend/composite-reflectivity', 'hrrr/legend/t2m', 'nexrad/legend/velocity']) {
    it(`/${path}.png shows the drawing at twice its size`, async () => {
      const svg = (await world.request(`/${path}.svg`)).body.toString();
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
      const { status, headers, body } = await world.request(`/${path}.png`);
      expect(status).to.equal(200);
      expect(headers['content-type']).to.equal('image/png');
      const { data, info } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).to.deep.equal([2 * Number(width), 2 * Number(height)]);
      // the middle of each swatch has its colour
      const swatches = [...svg.matchAll(/<rect x="(\d+)" y="24" width="24" height="14" fill="#(\w{6})"/g)];
      expect(swatches.length).to.be.above(10);
      for (const [, x, colour] of swatches) {
        const at = 3 * (62 * info.width + 2 * (Number(x) + 12));
        expect(data.subarray(at, at + 3).toString('hex')).to.equal(colour);
      }
    });
  }
});
