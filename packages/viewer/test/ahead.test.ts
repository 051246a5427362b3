import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '@severe/testing/until';
import { browserSuite } from './support/browser-suite.ts';
import { untilPixels } from './support/map-page.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';

const now = new Date(Math.floor(Date.now() / 120_000) * 120_000);
const inMinutes = (minutes: number) => `${new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 19)}Z`;
const stampOf = (minutes: number) => inMinutes(minutes).replace(/\D/g, '').slice(0, 12);

const fresh = { status: 'ok', data_time: inMinutes(0), age_seconds: 12 };
const radarLoop = '/radar/loop/composite-reflectivity.json';
const nowcastLoop = '/nowcast/loop/composite-reflectivity.json';

const measured = (...minutes: number[]) => ({
  latest: stampOf(minutes.at(-1)!),
  frames: minutes.map(stampOf),
  columns: minutes.length,
  tiles: '/none',
});

/** A run with twelve frames, from an image of some minutes. */
const runOf = (minutes: number) => ({
  product: 'composite-reflectivity',
  ts: stampOf(minutes),
  run: inMinutes(minutes),
  frames: Array.from({ length: 12 }, (_, i) => stampOf(minutes + 5 * (i + 1))),
  columns: 12,
  tiles: `/api/v1/ahead/${stampOf(minutes)}/{z}/{x}/{y}.webp`,
});

const answers = {
  '/meta/health': { simulated: true, time: inMinutes(0), sources: { radar: fresh, alerts: fresh } },
  ...reflectivityAnswers(),
  [radarLoop]: measured(-4, -2, 0),
  [nowcastLoop]: runOf(-2),
  '/alerts': collection([]),
  '/nowcast/point': { value: 41.5, units: 'dBZ', status: 'ok' },
};

describe('viewer page of the next hour', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;
  const open = async () => {
    page = await suite.open('/#at=6/35.5/-97.5&opacity=100', { viewport: { width: 1000, height: 800 } });
    await page.locator('#live', { hasText: /^live$/ }).waitFor({ state: 'attached' });
    await page.locator('#scrub[max="14"]').waitFor(); // three measured frames and twelve
  };
  const showsTime = (minutes: number) =>
    page.locator(`#local[datetime^="${inMinutes(minutes).slice(0, 16)}"]`).waitFor();
  const tag = () => page.locator('#ahead').isVisible();

  it('begins at the newest image, and runs on into frames that are called extrapolated', async () => {
    service.colours = { [stampOf(28)]: '#ff0000' };
    await open();
    await page.locator('#scrub').fill('2');
    await showsTime(0);
    expect(await tag()).to.equal(false);
    await page.locator('#forward').click();
    await showsTime(3);
    expect(await tag()).to.equal(true);
    await page.locator('#scrub').fill('8');
    await showsTime(28);
    await untilPixels(page, [235, 30, 30]);
    expect(await page.locator('#utc').textContent()).to.match(/^in \d+ minutes.*from the image of \d\d:\d\dZ$/);
    expect(await page.locator('#scrub').getAttribute('aria-valuetext')).to.match(/extrapolated$/);
  });

  it('keeps links and overlays at now', async () => {
    await open();
    await page.locator('#scrub').fill('8');
    await showsTime(28);
    await page.waitForTimeout(1500);
    expect(page.url()).not.to.include('time=');
    expect(service.asked.filter((path) => path.includes('as_of='))).to.deep.equal([]);
    await page.locator('#scrub').fill('0');
    await until(() => page.url().includes(`time=${stampOf(-4)}`));
  });

  it('stays at its time when a newer run arrives', async () => {
    await open();
    await page.locator('#scrub').fill('8');
    await showsTime(28);
    service.answers[radarLoop] = measured(-4, -2, 0, 2);
    service.answers[nowcastLoop] = runOf(3);
    const data = { product: 'composite-reflectivity', ts: stampOf(2), time: inMinutes(2), published_at: inMinutes(2) };
    service.send('radar', data);
    await page.locator('#scrub[max="15"]').waitFor();
    await showsTime(28);
    await page.locator('#utc', { hasText: `from the image of ${inMinutes(3).slice(11, 16)}Z` }).waitFor();
    service.answers[radarLoop] = measured(-4, -2, 0);
    service.answers[nowcastLoop] = runOf(-2);
  });

  it('shows the measured images alone while the service has no run', async () => {
    service.answers[nowcastLoop] = { ...runOf(-2), ts: null, run: null, frames: [] };
    page = await suite.open('/#at=6/35.5/-97.5', { viewport: { width: 1000, height: 800 } });
    await page.locator('#scrub[max="2"]').waitFor();
    service.answers[nowcastLoop] = runOf(-2);
  });
});
