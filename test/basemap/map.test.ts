import { expect } from 'chai';
import type { Browser, Page, Route } from 'playwright-core';
import { TilePackWriter } from '@severe/raster';
import { pixelsOf, untilPixels } from '@severe/viewer/testing/map-page';
import { collection, reflectivityAnswers, standIn, type StandIn } from '@severe/viewer/testing/stand-in';
import { startBrowser } from '@severe/viewer/testing/start-browser';
import { cutTiles } from '../../scripts/basemap/tiles.ts';
import type { Layer, LayerFeature } from '../../scripts/basemap/layer.ts';

const at = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
const red: [number, number, number] = [255, 0, 0];
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
  let service: StandIn;
  let browser: Browser;
  let page: Page;
  let requested: string[];

  before(async function () {
    browser = await startBrowser(this);
    service = await standIn(answers);
    service.colours['/radar/'] = '#ff0000';
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  /** Opens the map with an archive. @returns pixels of the radar without the archive; it comes afterwards */
  async function open(archive: Buffer, colorScheme: 'light' | 'dark'): Promise<number> {
    await page?.context().close();
    requested = [];
    const viewport = { width: 400, height: 500 };
    page = await (await browser.newContext({ viewport, reducedMotion: 'reduce', colorScheme })).newPage();
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.pmtiles', (route) => released.then(() => sendPart(route, archive)));
    await page.goto(`${service.url}/${view}`);
    await untilPixels(page, red);
    const bare = await pixelsOf(page, red);
    release();
    return bare;
  }

  /** Waits until something covers so many pixels of the radar. */
  async function untilCovered(bare: number, least: number): Promise<void> {
    while ((await pixelsOf(page, red)) > bare - least) await page.waitForTimeout(100);
  }

  it('draws roads over the radar, also after a change of the theme, and is requested after the first radar image', async () => {
    const bare = await open(road, 'light');
    await untilCovered(bare, 300);
    const firstOf = (form: RegExp) => requested.findIndex((path) => form.test(path));
    expect(firstOf(/^\/api\/v1\/radar\/tiles\//)).to.be.within(0, firstOf(/\.pmtiles$/));
    await page.getByLabel('Switch between light and dark').click();
    await page.waitForSelector('html[data-theme=dark]');
    await untilPixels(page, red);
    await untilCovered(bare, 300);
  });

  it('draws names of towns over the radar, in dark colours', async () => {
    const bare = await open(town, 'dark');
    await untilCovered(bare, 100);
    expect(await pixelsOf(page, red), 'the radar stays').to.be.above(bare * 0.9);
  });
});

function sendPart(route: Route, bytes: Buffer): Promise<void> {
  const [start, end] = (/(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? []).slice(1).map(Number);
  if (start === undefined || start >= bytes.length) return route.fulfill({ status: 416 });
  const body = bytes.subarray(start, end + 1);
  const place = `bytes ${start}-${start + body.length - 1}/${bytes.length}`;
  return route.fulfill({ status: 206, headers: { 'Content-Range': place }, body });
}
