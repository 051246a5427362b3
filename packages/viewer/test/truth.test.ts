import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '@severe/testing/until';
import { browserSuite } from './support/browser-suite.ts';
import { pixelsOf, untilPixels } from './support/map-page.ts';
import { collection } from './support/stand-in.ts';

const minute = 60_000;
const begin = Math.floor(Date.now() / (2 * minute)) * 2 * minute;

/** Minutes that have passed on the clock of the service. */
let passed = 0;
const timeOf = (minutes: number) => `${new Date(begin + minutes * minute).toISOString().slice(0, 19)}Z`;
const stampOf = (minutes: number) => timeOf(minutes).replace(/\D/g, '').slice(0, 12);
const fresh = () => ({ status: 'ok', data_time: timeOf(passed), age_seconds: 12 });
const product = (id: string, name: string, units: string) => ({
  id,
  name,
  units,
  description: '',
  palettes: ['standard'],
  cadence_seconds: 120,
});
/** The last frames, in steps of two minutes. */
const loop = () => {
  const frames = Array.from({ length: 4 }, (_, i) => stampOf(passed - 6 + 2 * i));
  return { latest: frames.at(-1), frames, columns: 16, tiles: '/strip/{z}/{x}/{y}.webp' };
};
const warnings = () => {
  const id = Math.floor(passed / 30);
  return collection([
    {
      type: 'Feature',
      id,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-98, 35],
            [-97, 35],
            [-97, 36],
            [-98, 36],
            [-98, 35],
          ],
        ],
      },
      properties: {
        id,
        event: 'Tornado Warning',
        headline: `Warning ${id}`,
        expires: timeOf(passed + 30),
        ends: null,
        area_desc: `Area ${id}, OK`,
        fips: ['40027'],
        has_polygon: true,
        motion: null,
        tags: {
          tornado: 'OBSERVED',
          hail_in: null,
          wind_mph: null,
          damage_threat: null,
          flash_flood: null,
        },
      },
    },
  ]);
};
const legend = (name: string, units: string) => ({
  name,
  units,
  entries: [],
  stops: [
    {
      value: 5,
      label: '5',
      color: '#00f',
    },
  ],
});

const answers = {
  '/meta/health': () => ({
    simulated: true,
    time: timeOf(passed),
    sources: { radar: fresh(), satellite: fresh(), alerts: fresh() },
  }),
  '/nexrad/sites': { sites: [] },
  '/radar/products': { products: [product('composite-reflectivity', 'Composite reflectivity', 'dBZ')] },
  '/nexrad/products': { products: [] },
  '/satellite/products': { products: [product('ir', 'Infrared', 'degC')] },
  '/hrrr/variables': { variables: [] },
  '/radar/loop/composite-reflectivity.json': loop,
  '/satellite/loop/ir.json': loop,
  '/radar/legend/composite-reflectivity.json': legend('Composite reflectivity', 'dBZ'),
  '/satellite/legend/ir.json': legend('Infrared', 'degC'),
  '/alerts': warnings,
};

const red: [number, number, number] = [235, 30, 30];
const blue: [number, number, number] = [30, 30, 235];

describe('viewer page and the truth', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;

  before(() => void (service.colours = { '/radar/': '#ff0000', '/satellite/': '#0000ff' }));

  /** Opens the map with a clock that can be set forward. */
  async function open(hash: string): Promise<Page> {
    const opened = await suite.openBeside(`/${hash}`, {
      viewport: { width: 480, height: 480 },
      prepare: ({ clock }) => clock.install({ time: begin + passed * minute }),
    });
    await opened.locator('#scrub[max="3"]').waitFor();
    await opened.locator('#loading').waitFor({ state: 'hidden' });
    return opened;
  }
  const noticesNow = () => page.locator('.notice').allTextContents();

  it('shows another product only with its own legend and under its own name', async () => {
    page = await open('#at=6/35.5/-97.5&opacity=100');
    await untilPixels(page, red);
    service.held.add('/satellite/loop').add('/satellite/legend');
    await page.locator('#layer').selectOption('satellite/ir');
    await untilPixels(page, red, false);
    expect(await page.locator('#loading').textContent()).to.equal('Loading Infrared: blank does not mean clear.');
    expect(await page.locator('#loading').isVisible()).to.equal(true);
    expect(await page.locator('#legend').textContent()).to.equal('');
    expect(await page.locator('#local').textContent()).to.equal('Loading…');
    service.held.clear();
    await untilPixels(page, blue);
    await page.locator('#legend', { hasText: '°F' }).waitFor();
    await page.locator('#loading').waitFor({ state: 'hidden' });
  });

  it('says at once during an outage what is missing, each fact once, and draws it afterwards', async () => {
    const before = await pixelsOf(page, blue);
    await page.locator('#map canvas').focus();
    service.isDown = true;
    service.endStreams();
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
    await page.locator('.notice.unreachable', { hasText: 'a blank area does not mean no weather' }).waitFor();
    const texts = await noticesNow();
    expect(texts[0]).to.match(/^Simulated weather/);
    expect(texts.slice(1)).to.deep.equal([
      'The service does not respond. The map may be out of date. Some images are missing: a blank area does not mean no weather. Retrying.',
    ]);
    passed += 4;
    await page.clock.fastForward(4 * minute);
    await page.locator('#utc', { hasText: /[4-9] minutes ago/ }).waitFor(); // the picture ages during the outage too
    service.isDown = false;
    await page.clock.fastForward(minute);
    await page.waitForFunction(() => document.querySelectorAll('.notice').length === 1);
    await page.locator('#loading').waitFor({ state: 'hidden' });
    await until(async () => (await pixelsOf(page, blue)) > 0.95 * before, { everyMs: 100 });
    await page.context().close();
  });

  it('is as right and as light after eight hours as a new page', async () => {
    page = await open('#at=6/35.5/-97.5&opacity=100');
    const weight = async (of: Page) => {
      const session = await of.context().newCDPSession(of);
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      return { megabytes: usedSize / 1e6, nodes, jsEventListeners };
    };
    for (let i = 0; i < 16; i++) {
      passed += 30;
      await page.clock.fastForward(30 * minute);
      await page.locator(`#local[datetime^="${timeOf(passed).slice(0, 16)}"]`).waitFor();
    }
    await page
      .locator('#overlay-list .list', { hasText: `Area ${Math.floor(passed / 30)}` })
      .waitFor({ state: 'attached' });
    await page.locator('#loading').waitFor({ state: 'hidden' });
    const newPage = await open('#at=6/35.5/-97.5&opacity=100');
    const shown = async (of: Page) => ({
      notices: await of.locator('.notice').allTextContents(),
      time: await of.locator('#when').textContent(),
      warnings: await of.locator('#overlay-list .list').textContent(),
      state: (await of.locator('#state-warnings').textContent())?.split(' · ')[0],
      link: new URL(of.url()).hash,
    });
    const texts = async (of: Page) => JSON.stringify(await shown(of));
    await until(async () => (await texts(page)) === (await texts(newPage)), { everyMs: 500 }).catch(() => {});
    expect(await shown(page)).to.deep.equal(await shown(newPage));
    const [old, fresh] = [await weight(page), await weight(newPage)];
    console.log(`      8 h: ${old.megabytes.toFixed(1)} MB of heap, a new page ${fresh.megabytes.toFixed(1)} MB`);
    await newPage.context().close();
    expect(old.megabytes).to.be.below(fresh.megabytes + 8);
    expect(old.nodes).to.be.below(fresh.nodes + 100);
    expect(old.jsEventListeners).to.be.below(fresh.jsEventListeners + 20);
    await page.context().close();
  });
});
