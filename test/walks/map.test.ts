import { expect } from 'chai';
import { placeAt } from '@severe/nexrad';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { hourPrefix } from '@severe/ingest/testing/keys';
import { abiFile, stormScene, type Scene } from '@severe/raster/testing/abi-file';
import { storm, twinLakes, volumeFile } from '@severe/nexrad/testing/radar-volume';
import { until } from '@severe/testing/until';
import { axeFindings } from '@severe/viewer/testing/axe';
import { untilLink } from '@severe/viewer/testing/map-page';
import { startBrowser } from '@severe/viewer/testing/start-browser';
import { visit } from './support/person.ts';
import { mosaicTime, startWalk, type Walk } from './support/service.ts';

const wide = { west: -98.5, south: 34.2, east: -96.5, north: 36.2, dbz: 52.5 };

/** Position of the storm in the satellite image, and its top: -61 °C, red in infrared. */
const anvil = { lat: 31.143, lon: -93.413 };
const redAnvil: Scene = (band, column, row) => {
  const value = stormScene(band, column, row);
  return value === 210 ? 212 : value;
};

/** 50 dBZ and more are also red on a single radar. */
const core = { dbz: 52, ...placeAt(twinLakes, { azimuthDeg: storm.azimuthDeg, metres: 59_900 }) };

/** Objects of the satellite's and one radar's bucket, some minutes old. */
async function otherFiles(): Promise<Record<string, Buffer>> {
  const startsAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 4 * 60_000);
  const folder = 'ABI-L2-MCMIPC';
  const prefix = hourPrefix(folder, startsAt);
  const day = prefix.split('/').slice(1, 3).join('');
  const start = `${day}${startsAt.toISOString().slice(11, 19).replaceAll(':', '')}0`;
  const name = startsAt.toISOString().replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
  const volume = Buffer.from(volumeFile(startsAt, { dbz: core.dbz }));
  const half = volume.length >> 1;
  return {
    [`${prefix}OR_${folder}-M6_G19_s${start}_e${start}_c${start}.nc`]: Buffer.from(
      await abiFile(redAnvil, { startsAt }),
    ),
    [`KTLX/185/${name}-001-S`]: volume.subarray(0, half),
    [`KTLX/185/${name}-002-E`]: volume.subarray(half),
  };
}

/** Pixels of the screenshot in the red of 50 dBZ, with the opacity of the layer. */
async function redPixels(page: Page): Promise<{ count: number; meanX: number }> {
  const { data, info } = await sharp(await page.locator('#map').screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  let sumX = 0;
  for (let i = 0; i < data.length; i += info.channels) {
    if (data[i] < 200 || data[i + 1] > 90 || data[i + 2] > 90) continue;
    count++;
    sumX += (i / info.channels) % info.width;
  }
  return { count, meanX: sumX / count };
}

describe('the map', function () {
  this.timeout(120_000);
  let walk: Walk;
  let context: BrowserContext;
  let page: Page;
  const foreign: string[] = [];
  const requested: string[] = [];
  const complaints: string[] = [];

  before(async function () {
    const browser = await startBrowser(this);
    walk = await startWalk({
      published: [
        [mosaicTime(new Date(), 3), { ...wide, west: wide.west - 2, east: wide.east - 2 }],
        [mosaicTime(new Date(), 2), wide],
      ],
      files: await otherFiles(),
      env: { NEXRAD_SITES: 'KTLX' },
    });
    for (const path of ['radar/frames', 'satellite/frames', 'nexrad/KTLX/frames']) {
      const enough = path === 'radar/frames' ? 2 : 1;
      await walk.until<{ frames: string[] }>(`/api/v1/${path}`, ({ frames }) => frames.length === enough);
    }
    context = await browser.newContext({
      viewport: { width: 1000, height: 700 },
      colorScheme: 'light',
      reducedMotion: 'reduce', // the animation does not start by itself
    });
    page = await context.newPage();
    page.setDefaultTimeout(100_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      const isBusy = message.text().includes('status of 503'); // a busy machine: the page asks again
      if (message.type() === 'error' && !isBusy) complaints.push(message.text());
    });
    page.on('request', (request) => {
      requested.push(request.url());
      if (!request.url().startsWith(walk.url) && !/^(blob|data):/.test(request.url())) foreign.push(request.url());
    });
    await page.goto(`${walk.url}/#at=7/35.2/-97.5`);
    await page.waitForFunction(() => document.querySelector('#local')?.textContent?.match(/\d/));
  });
  after(async () => {
    await context?.close();
    await walk?.close();
  });

  /** Waits until the map shows the whole frame, with more red than that. Tiles arrive one by one. */
  const untilRed = async (least = 5_000): Promise<{ count: number; meanX: number }> => {
    await page.locator('#first-picture').waitFor({ state: 'detached' });
    await page.locator('#loading').waitFor({ state: 'hidden' });
    let before = 0;
    const find = async (): Promise<{ count: number; meanX: number } | undefined> => {
      const red = await redPixels(page);
      const isSteady = red.count === before;
      before = red.count;
      return isSteady && red.count > least ? red : undefined;
    };
    return until(find, { withinMs: 100_000, everyMs: 200 });
  };

  it('shows the radar in the colours of its palette', async () => {
    const { count, meanX } = await untilRed();
    // Two degrees of longitude and latitude at zoom 7 (512-pixel tiles): 364 by about 450 pixels, less borders and names.
    expect(count).to.be.within(100_000, 170_000);
    expect(meanX).to.be.closeTo(500, 12);
  });

  it('states that the weather is simulated', async () => {
    expect(await page.locator('.notice.simulated').textContent()).to.include('Simulated weather');
  });

  it('shows the value under a click', async () => {
    await page.mouse.click(500, 380);
    await page.waitForSelector('.maplibregl-popup-content b:has-text("dBZ")');
    expect(await page.locator('.maplibregl-popup-content b').textContent()).to.equal('52.5 dBZ');
    await page.locator('.maplibregl-popup-close-button').click();
    await page.locator('#place-close').click(); // the panel of the place covers the east of the map
  });

  it('shows that there is no echo under a click', async () => {
    await page.mouse.click(900, 200);
    await page.waitForSelector('.maplibregl-popup-content b:has-text("No echo")');
    await page.locator('#place-close').click();
    await page.locator('.maplibregl-popup-close-button').click();
  });

  it('moves to the previous frame by keyboard, where the storm is further west', async () => {
    const later = await page.locator('#local').getAttribute('datetime');
    await page.locator('#back').focus();
    await page.keyboard.press('Enter');
    const earlier = await page.locator('#local').getAttribute('datetime');
    expect(Date.parse(later ?? '') - Date.parse(earlier ?? '')).to.equal(120_000);
    const isWestward = async (): Promise<boolean> => {
      const { count, meanX } = await redPixels(page);
      return count > 5_000 && meanX < 350; // two degrees are 364 pixels
    };
    await until(isWestward, { withinMs: 100_000, everyMs: 200 });
    await untilLink(page, (hash) => /&time=\d{12}$/.test(hash)); // so that it can be shown to others
  });

  it('starts and stops the animation', async () => {
    await page.locator('#play').click();
    const seen = new Set<string | null>();
    const hasMoved = async () => seen.add(await page.locator('#local').getAttribute('datetime')).size > 1;
    await until(hasMoved, { withinMs: 100_000 });
    await page.locator('#play').click();
    expect(await page.locator('#play').getAttribute('aria-label')).to.equal('Play');
  });

  it('has a legend of the current product, and offers every product and field', async () => {
    expect(await page.locator('#legend').getAttribute('aria-label')).to.equal(
      'Composite reflectivity: colours from 5 to 75 dBZ',
    );
    expect(await page.locator('#layer option').count()).to.equal(6 + 6 + 6 + 12);
  });

  it('shows the radar in dark mode', async () => {
    await page.locator('#theme').click();
    await untilRed();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).to.equal('dark');
  });

  const middle = async () => {
    const { x, y, width, height } = (await page.locator('#map').boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };

  /** Opens a link in a new browser profile, in light mode. */
  const follow = async (hash: string) => {
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank'); // another hash alone is the same page
    await page.goto(`${walk.url}/${hash}`);
    await page.waitForSelector('.notice.simulated');
  };

  it('shows the satellite product of a link, with the temperature under a tap', async () => {
    await follow(`#at=8/${anvil.lat}/${anvil.lon}&layer=satellite/ir`);
    const { count } = await untilRed(20_000);
    // A circle of 80 km, which the viewing angle stretches in latitude: 0.84° by some 0.9° at 364 and 425 pixels a degree.
    expect(count).to.be.within(40_000, 110_000);
    const { x, y } = await middle();
    await page.mouse.click(x, y);
    await page.waitForSelector('.maplibregl-popup-content b:has-text("-78 °F")');
    expect(await page.locator('#layer').inputValue()).to.equal('satellite/ir');
  });

  it('draws radars as markers while one of them is shown, with value and height above a place', async () => {
    const zoom = 8.5;
    await follow(`#at=${zoom}/${twinLakes.lat}/${twinLakes.lon}`);
    await untilRed();
    const marker = await middle();
    const isDrawn = async () => {
      await page.mouse.move(marker.x + 30, marker.y);
      await page.mouse.move(marker.x, marker.y);
      return page.locator('#map canvas').evaluate((canvas) => canvas.style.cursor === 'pointer');
    };
    expect(await isDrawn(), 'a click on the mosaic is about the place').to.equal(false);
    await page.locator('#layer').selectOption('nexrad/reflectivity');
    await until(isDrawn, { withinMs: 100_000, everyMs: 200 });
    await page.mouse.click(marker.x, marker.y);
    await untilLink(page, (link) => link.includes('layer=nexrad/reflectivity&site=KTLX'));
    await untilRed(1_000);
    expect(await page.locator('#tilt option').allTextContents()).to.deep.equal(['0.5°', '3.1°']);
    const { x, y } = await middle(); // what is said above the map may be another than before
    const world = 512 * 2 ** zoom;
    const mercator = (lat: number) => Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
    const east = ((core.lon - twinLakes.lon) / 360) * world;
    const south = (mercator(twinLakes.lat) - mercator(core.lat)) * world;
    await page.mouse.click(x + east, y + south);
    await page.waitForSelector('.maplibregl-popup-content b:has-text("52 dBZ")');
    expect(await page.locator('.maplibregl-popup-content').textContent()).to.match(/37 mi from KTLX/);
  });

  it('requests the selected palette and stores it in the link', async () => {
    requested.length = 0;
    await page.locator('#options > summary').click();
    await page.locator('#palette').check();
    const firstColoured = () =>
      requested.findIndex((url) => /nexrad\/KTLX\/reflectivity\/\d.*palette=colour-blind/.test(url));
    await until(() => firstColoured() >= 0, { withinMs: 100_000 });
    await untilLink(page, (hash) => hash.includes('&palette=colour-blind'));
    const since = requested.slice(firstColoured()); // before that, a refused tile may have been requested again
    const images = since.filter((url) => /\/reflectivity\/\d/.test(url)); // the popup asks for its value again, which has no colour
    expect(images.filter((url) => !url.includes('palette='))).to.deep.equal([]);
  });

  it('costs little of the limit while somebody uses it without pause', async () => {
    await page.evaluate(() => localStorage.clear());
    const visited = await visit(await context.newPage(), walk.url, { most: 8, seed: 1 });
    expect(visited.actions).to.equal(8);
    expect(visited.requests).to.be.above(5);
    expect(visited.refused).to.equal(0);
    expect(visited.contradictions).to.deep.equal([]);
    expect(visited.mostCounted).to.be.at.most(150);
  });

  it('requests only the service, and logs no errors', () => {
    expect(foreign).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  it('links to a documentation page whose requests work as filled in, and which axe accepts', async () => {
    const docs = await context.newPage();
    await docs.goto(`${walk.url}/api/v1/docs`);
    const first = docs.locator('.opblock').first();
    await first.getByRole('button', { name: 'Execute' }).click();
    expect(await first.getAttribute('id')).to.equal('operations-Alerts-getAlertsPoint');
    await first.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    const lockOf = (id: string) => docs.locator(`#operations-${id} .authorization__btn`).count();
    expect([await lockOf('Radar-getRadarPoint'), await lockOf('Accounts-getAccountApiKeys')]).to.deep.equal([0, 1]);
    const operation = docs.locator('#operations-Radar-getRadarPoint');
    await operation.waitFor();
    expect(await docs.locator('.opblock').count(), 'a long list is not cut to what is in view').to.be.above(120);
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    await docs.locator('#operations-Alerts-getAlerts .opblock-summary-control').click();
    await docs.locator('#operations-Alerts-getAlerts').getByRole('button', { name: 'Execute' }).waitFor();
    expect(await axeFindings(docs)).to.deep.equal([]);
    await docs.close();
  });
});
