import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import sharp from 'sharp';
import { mosaicTime, startWalk, type Walk } from './support/service.ts';

/** Debian's; another can be named. */
const browserPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // There may be no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

const wide = { west: -98.5, south: 34.2, east: -96.5, north: 36.2, dbz: 52.5 };

/** Pixels of the screenshot in the red of 50 dBZ, as it looks through the layer's opacity. */
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
  let profile: string;
  const foreign: string[] = [];
  const complaints: string[] = [];

  before(async function () {
    if (!existsSync(browserPath)) this.skip();
    spawnSync(process.execPath, ['packages/viewer/build.mjs'], { stdio: 'inherit' });
    walk = await startWalk({
      published: [
        [mosaicTime(new Date(), 3), { ...wide, west: wide.west - 2, east: wide.east - 2 }],
        [mosaicTime(new Date(), 2), wide],
      ],
    });
    await walk.until<{ frames: string[] }>('/api/v1/radar/frames', ({ frames }) => frames.length === 2);
    profile = mkdtempSync(join(tmpdir(), 'severe-chromium-'));
    context = await chromium.launchPersistentContext(profile, {
      executablePath: browserPath,
      args: flags,
      viewport: { width: 1000, height: 700 },
      colorScheme: 'light',
      reducedMotion: 'reduce', // it stands still until it is told to play
    });
    page = context.pages()[0] ?? (await context.newPage());
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    page.on('request', (request) => {
      if (!request.url().startsWith(walk.url) && !/^(blob|data):/.test(request.url())) foreign.push(request.url());
    });
    await page.goto(`${walk.url}/#at=7/35.2/-97.5`);
    await page.waitForFunction(() => document.querySelector('#local')?.textContent?.match(/\d/));
  });
  after(async () => {
    await context?.close();
    await walk?.close();
    if (profile) rmSync(profile, { recursive: true, force: true });
  });

  const untilRed = async (): Promise<{ count: number; meanX: number }> => {
    for (;;) {
      const red = await redPixels(page);
      if (red.count > 5_000) return red;
      await page.waitForTimeout(200);
    }
  };

  it('shows the radar in its colours', async () => {
    const { count, meanX } = await untilRed();
    // Two degrees of longitude and latitude at zoom 7 (512-pixel tiles): 364 by about 450 pixels, less borders and names.
    expect(count).to.be.within(100_000, 170_000);
    expect(meanX).to.be.closeTo(500, 12);
  });

  it('says that the weather is simulated', async () => {
    expect(await page.locator('.notice.simulated').textContent()).to.include('Simulated weather');
  });

  it('tells the value under a click', async () => {
    await page.mouse.click(500, 380);
    await page.waitForSelector('.maplibregl-popup-content b:has-text("dBZ")');
    expect(await page.locator('.maplibregl-popup-content b').textContent()).to.equal('52.5 dBZ');
    await page.locator('.maplibregl-popup-close-button').click();
  });

  it('tells when there is nothing under a click', async () => {
    await page.mouse.click(900, 200);
    await page.waitForSelector('.maplibregl-popup-content b:has-text("Nothing")');
    await page.locator('.maplibregl-popup-close-button').click();
  });

  it('moves by keyboard to the frame before, where the storm was further west', async () => {
    const later = await page.locator('#local').getAttribute('datetime');
    await page.locator('#back').focus();
    await page.keyboard.press('Enter');
    const earlier = await page.locator('#local').getAttribute('datetime');
    expect(Date.parse(later ?? '') - Date.parse(earlier ?? '')).to.equal(120_000);
    for (;;) {
      const { count, meanX } = await redPixels(page);
      if (count > 5_000 && meanX < 350) break; // two degrees are 364 pixels
      await page.waitForTimeout(200);
    }
  });

  it('plays, and stops', async () => {
    await page.locator('#play').click();
    const seen = new Set<string | null>();
    while (seen.size < 2) seen.add(await page.locator('#local').getAttribute('datetime'));
    await page.locator('#play').click();
    expect(await page.locator('#play').getAttribute('aria-label')).to.equal('Play');
  });

  it('has a legend of the product that is shown, and offers every product and field', async () => {
    expect(await page.locator('#legend').getAttribute('aria-label')).to.equal(
      'Composite reflectivity: colours from 5 to 75 dBZ',
    );
    expect(await page.locator('#layer option').count()).to.equal(18);
  });

  it('turns dark, and still shows the radar', async () => {
    await page.locator('#theme').click();
    await untilRed();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).to.equal('dark');
  });

  it('asks nobody but the service, and has nothing to complain of', () => {
    expect(foreign).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
