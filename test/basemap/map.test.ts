import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { TilePackWriter } from '@severe/raster';
import sharp from 'sharp';
import { until } from '@severe/testing/until';
import { browserSuite } from '@severe/viewer/testing/browser-suite';
import { collection, reflectivityAnswers } from '@severe/viewer/testing/stand-in';
import { cutTiles } from '../../scripts/basemap/tiles.ts';
import type { Layer, LayerFeature } from '../../scripts/basemap/layer.ts';

const at = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
const answers = {
  '/meta/health': { simulated: true, time: at, sources: { radar: { status: 'ok', data_time: at, age_seconds: 12 } } },
  ...reflectivityAnswers(at.replace(/\D/g, '').slice(0, 12)),
  '/alerts': collection(),
};

/** A place without outlines and large cities in sight. */
const [lat, lon] = [35.75, -96.66];
const view = `#at=11/${lat}/${lon}&over=none`;

/** An archive with a road through the place, or with the name of a town there. */
function archiveOf(id: Layer['id'], feature: Omit<LayerFeature, 'type'>): Buffer {
  const layer: Layer = { id, fields: {}, features: [{ type: 'Feature', ...feature }] };
  const options = {
    name: 'test',
    bounds: [-180, -85, 180, 85] as [number, number, number, number],
    minZoom: 0,
    maxZoom: 9,
  };
  const vectorLayers = ['earth', 'water', 'roads', 'boundaries', 'places'].map((name) => ({
    id: name,
    minzoom: 0,
    maxzoom: 9,
    fields: {},
  }));
  const writer = new TilePackWriter({ ...options, vectorLayers });
  for (const { tile, bytes } of cutTiles([layer])) writer.add(tile, bytes);
  return Buffer.from(writer.finish());
}

const road = archiveOf('roads', {
  properties: { kind: 'highway', min_zoom: 0 },
  geometry: { type: 'LineString', coordinates: [[lon - 2, lat], [lon + 2, lat]] }, // prettier-ignore
});
const town = archiveOf('places', {
  properties: { kind: 'locality', name: 'Stroud', min_zoom: 0 },
  geometry: { type: 'Point', coordinates: [lon, lat] },
});

describe('the base map on the page', function () {
  this.timeout(180_000);
  let page: Page;
  let requested: string[];
  const suite = browserSuite(answers);

  before(() => void (suite.service.colours['/radar/'] = '#ff0000'));

  /** Opens the map. The archive comes when the radar is there. */
  async function open(archive: Buffer, colorScheme: 'light' | 'dark'): Promise<void> {
    requested = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    page = await suite.open(`/${view}`, {
      viewport: { width: 900, height: 600 }, // panel and player leave the middle free
      colorScheme,
      deviceScaleFactor: 1,
      async prepare(opened) {
        opened.on('request', (request) => requested.push(new URL(request.url()).pathname));
        await opened.route('**/*.pmtiles', (route) => released.then(() => sendPart(route, archive)));
      },
    });
    await page.locator('#first-picture').waitFor({ state: 'detached' }); // what the page shows until the map is there
    await untilCovered((share) => share === 0);
    release();
  }

  /** Waits until something covers a share of the radar in the middle of the map. */
  async function untilCovered(holds: (share: number) => boolean): Promise<void> {
    await until(async () => holds(await coveredShare(page)), { withinMs: 120_000, everyMs: 100 });
  }

  it('draws roads over the radar, also after a change of the theme, and is requested after the first radar image', async () => {
    await open(road, 'light');
    await untilCovered((share) => share > 0.01);
    const firstOf = (form: RegExp) => requested.findIndex((path) => form.test(path));
    expect(firstOf(/^\/api\/v1\/radar\/tiles\//)).to.be.within(0, firstOf(/\.pmtiles$/));
    await page.getByLabel('Switch between light and dark').click();
    await page.waitForSelector('html[data-theme=dark]');
    await untilCovered((share) => share > 0.01 && share < 0.2);
  });

  it('draws names of towns over the radar, in dark colours', async () => {
    await open(town, 'dark');
    await untilCovered((share) => share > 0.01 && share < 0.5);
  });
});

/** Share of the pixels in the middle of the map that do not have the red of the radar. */
async function coveredShare(page: Page): Promise<number> {
  const image = await page.screenshot({ clip: { x: 400, y: 286, width: 100, height: 60 } });
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let covered = 0;
  for (let i = 0; i < data.length; i += info.channels) {
    if (data[i] < 200 || data[i + 1] > 60 || data[i + 2] > 60) covered++;
  }
  return covered / (info.width * info.height);
}

function sendPart(route: Route, bytes: Buffer): Promise<void> {
  const [start, end] = (/(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? []).slice(1).map(Number);
  if (start === undefined || start >= bytes.length) return route.fulfill({ status: 416 });
  const body = bytes.subarray(start, end + 1);
  const place = `bytes ${start}-${start + body.length - 1}/${bytes.length}`;
  return route.fulfill({ status: 206, headers: { 'Content-Range': place }, body });
}
