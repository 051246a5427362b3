import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserSuite } from './support/browser-suite.ts';
import { untilPixels } from './support/map-page.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';

const now = new Date(Math.floor(Date.now() / 60_000) * 60_000);
const time = `${now.toISOString().slice(0, 19)}Z`;
const stamp = now.toISOString().replace(/\D/g, '').slice(0, 12);
const red: [number, number, number] = [255, 0, 0];

const answers = {
  '/meta/health': { simulated: true, time, sources: { radar: { status: 'ok', data_time: time, age_seconds: 5 } } },
  ...reflectivityAnswers(stamp),
  '/alerts': collection(),
};

describe('first picture', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;

  before(() => void (service.colours['/radar/'] = '#ff0000'));
  beforeEach(() => void service.asked.splice(0));
  afterEach(async () => {
    service.held.clear();
    service.stream = 'open';
    await page?.context().close();
  });

  /** Opens the map with a clock that is twenty times slower: a page that loads for long asks again, and the machine may be busy. */
  async function open(hash: string): Promise<void> {
    const slow = () => {
      const now = performance.now.bind(performance);
      performance.now = () => now() / 20;
    };
    page = await suite.open(`/${hash}`, {
      viewport: { width: 900, height: 700 },
      prepare: (opened) => opened.addInitScript(slow),
    });
  }

  /** Size of the files of the page that have arrived. */
  const bytesOfPage = () =>
    page.evaluate(() =>
      (performance.getEntries() as PerformanceResourceTiming[])
        .filter(({ name }) => !name.includes('/api/'))
        .reduce((sum, { decodedBodySize }) => sum + (decodedBodySize || 0), 0),
    );
  const images = () => page.locator('#first-picture img');
  const tilesAsked = () => new Set(service.asked.filter((path) => path.startsWith('/radar/tiles/')));

  it('shows the newest frame with its time and notice before the map library has loaded', async () => {
    for (const library of ['/assets/main', '/assets/add-detail']) service.held.add(library);
    await open('#at=5.2/35.6/-97.5&opacity=100&over=none');
    await images().first().waitFor();
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    expect(await bytesOfPage(), 'bytes of the page, not compressed').to.be.within(10_000, 120_000); // of 1.7 MB
    expect(await page.locator('canvas').count()).to.equal(0);
    expect(await page.locator('#local').textContent()).to.match(/\d:\d\d/);
    expect(await page.locator('#notices').textContent()).to.include('Simulated weather');
    expect(await page.locator('#loading').isVisible()).to.equal(true);

    service.held.clear();
    await page.locator('#first-picture').waitFor({ state: 'detached' });
    await untilPixels(page, red);
  });

  it('requests the tiles that the map draws, and nothing twice', async () => {
    service.stream = 'silent'; // its first event makes the page load again what it may have missed
    service.held.add('/assets/main');
    await open('#at=6.7/41.2/-88.1&over=none');
    await images().first().waitFor();
    const shown = await images().evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src));
    service.held.clear();
    await page.locator('#first-picture').waitFor({ state: 'detached' });
    await page.waitForSelector('#layer option', { state: 'attached' });
    expect([...tilesAsked()].toSorted()).to.deep.equal(shown.map((url) => url.split('/api/v1')[1]).toSorted());
    const lists = service.asked.filter((path) =>
      /^\/(meta|nexrad|hrrr|satellite|radar\/(products|loop|legend))/.test(path),
    );
    expect(lists).to.have.length.above(6);
    expect(lists.filter((path, i) => lists.indexOf(path) !== i)).to.deep.equal([]);
  });

  it('is not shown incomplete, because blank looks like clear weather', async () => {
    service.held.add('/assets/main');
    service.held.add('/radar/loop'); // until the route below is there
    await open('#over=none');
    await page.route('**/radar/tiles/**', (route) => route.abort());
    service.held.delete('/radar/loop');
    await page.locator('#first-picture').waitFor({ state: 'detached' });
    expect(await page.locator('canvas').count()).to.equal(0);
  });

  it('ends when another picture is chosen or the map moves', async () => {
    await open('#at=5.2/35.6/-97.5&over=none');
    await page.waitForSelector('#layer option', { state: 'attached' });
    service.held.add('/radar/');
    await page.evaluate(() => (location.hash = '#at=5.2/35.6/-97.5&palette=colour-blind&over=none'));
    await page.locator('#first-picture').waitFor({ state: 'detached' });
  });
});
