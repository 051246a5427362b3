import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasTool } from '@severe/testing/tools';
import { expect } from 'chai';
import sharp from 'sharp';
import { basesOf, publishHour } from '../support/hrrr.ts';
import { openWorld, type World } from '../support/world.ts';

const run = promisify(execFile);
const path = '/wmts/1.0.0/WMTSCapabilities.xml';
const at = (minute: number) => new Date(Date.UTC(2026, 4, 20, 22, minute));

/** What the XML reader of Python has: of each layer its times, the usual one, and the template. */
const reader = `
import json, sys, xml.etree.ElementTree as tree
n = {'w': 'http://www.opengis.net/wmts/1.0', 'o': 'http://www.opengis.net/ows/1.1'}
contents = tree.parse(sys.stdin).getroot().find('w:Contents', n)
print(json.dumps({layer.find('o:Identifier', n).text: {
  'times': [value.text for value in layer.findall('w:Dimension/w:Value', n)],
  'usual': layer.find('w:Dimension/w:Default', n).text,
  'template': layer.find('w:ResourceURL', n).get('template'),
} for layer in contents.findall('w:Layer', n)}))`;

interface Layer {
  times: string[];
  usual: string;
  template: string;
}

describe('the door of WMTS', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await openWorld({ clock: () => new Date('2026-05-20T22:18:05Z') });
    for (const minute of [10, 12, 14]) await world.publish({ validAt: at(minute) });
    for (const hour of [0, 1, 2]) await publishHour(world, '2026-05-20T22:00:00Z', hour, basesOf(1000));
  });
  after(() => world.close());

  it('lists the products that have frames, with their times and where their tiles are', async function () {
    if (!hasTool('python3')) this.skip();
    const { status, headers, body } = await world.request(path);
    expect([status, headers['content-type']]).to.deep.equal([200, 'application/xml; charset=utf-8']);
    const reading = run('python3', ['-c', reader]);
    reading.child.stdin!.end(body);
    const layers = JSON.parse((await reading).stdout) as Record<string, Layer>;
    expect(Object.keys(layers)).to.include.members(['radar.composite-reflectivity', 'hrrr.t2m']);
    expect(layers).to.not.have.any.keys('radar.vil', 'hrrr.elevation');
    expect(layers['radar.composite-reflectivity']).to.deep.equal({
      times: ['202605202210', '202605202212', '202605202214'],
      usual: '202605202214',
      template:
        'https://wx.example.org/api/v1/radar/tiles/composite-reflectivity/{TileMatrix}/{TileCol}/{TileRow}.png?ts={Time}',
    });
    const { times, usual } = layers['hrrr.t2m'];
    expect([times, usual]).to.deep.equal([['2026-05-20T22:00:00Z', '2026-05-20T23:00:00Z', '2026-05-21T00:00:00Z'], '2026-05-20T22:00:00Z']); // prettier-ignore
    const radar = layers['radar.composite-reflectivity'];
    for (const time of radar.times) {
      const address = { '{TileMatrix}': '6', '{TileCol}': '14', '{TileRow}': '25', '{Time}': time };
      const tile = Object.entries(address).reduce((text, [name, value]) => text.replace(name, value), radar.template);
      const answer = await world.request(tile.replace('https://wx.example.org/api/v1', ''));
      const shown = String(answer.headers['x-frame-time']).replace(/\D/g, '').slice(0, 12);
      expect([answer.status, shown], tile).to.deep.equal([200, time]);
    }
  });

  it('is read by GDAL: the layer, its place, and the pixels of its tiles', async function () {
    if (!hasTool('gdal_translate')) this.skip();
    const folder = await mkdtemp(join(tmpdir(), 'severe-wmts-'));
    try {
      const { body } = await world.request(path);
      const file = join(folder, 'capabilities.xml');
      await writeFile(file, body.toString().replaceAll('https://wx.example.org', new URL(world.base).origin));
      const env = { ...process.env, GDAL_DEFAULT_WMS_CACHE_PATH: folder };
      const source = `WMTS:${file},layer=radar.composite-reflectivity`;
      const info = JSON.parse((await run('gdalinfo', ['-json', source], { env })).stdout) as {
        size: number[];
        metadata: object;
      };
      expect(info.size[0]).to.be.greaterThan(40_000);
      // The tile of zoom 6, column 14 and row 25: 101.25 to 95.625 degrees west.
      const edges = ['-11271098.44', '4383204.95', '-10644926.31', '3757032.81'];
      const image = join(folder, 'tile.png');
      await run('gdal_translate', ['-q', '-of', 'PNG', '-outsize', '256', '256', '-projwin', ...edges, source, image], {
        env,
      });
      const [read, served] = await Promise.all([await readFile(image), (await world.request('/radar/tiles/composite-reflectivity/6/14/25.png')).body].map((png) => sharp(png).ensureAlpha().raw().toBuffer())); // prettier-ignore
      const differing = read.filter((value, i) => Math.abs(value - served[i]) > 8).length;
      expect(served.some((value) => value > 0), 'the tile shows something').to.equal(true); // prettier-ignore
      expect(differing / read.length).to.be.lessThan(0.02);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
