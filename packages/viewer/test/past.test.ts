import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '@severe/testing/until';
import { momentOf } from '../src/times.ts';
import { browserSuite } from './support/browser-suite.ts';
import { untilLink, untilPixels } from './support/map-page.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';

const now = new Date(Math.floor(Date.now() / 120_000) * 120_000);
const inMinutes = (minutes: number) => `${new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 19)}Z`;
const stampOf = (minutes: number) => inMinutes(minutes).replace(/\D/g, '').slice(0, 12);
const clockOf = (minutes: number) => inMinutes(minutes).slice(11, 16);
const minutesAt = (stamp: string) => (momentOf(stamp).getTime() - now.getTime()) / 60_000;

const loop = '/radar/loop/composite-reflectivity.json';
const fresh = { status: 'ok', data_time: inMinutes(0), age_seconds: 12 };

/** Minutes of the newest frame. */
let newest = 0;
/** Minutes of a frame that has not arrived yet. */
let late: number | undefined;
/** Seven frames that end at a time or at the newest frame, six minutes apart. */
const stripOf = (query: URLSearchParams) => {
  const ts = query.get('ts');
  const last = ts ? Math.min(newest, minutesAt(ts)) : newest;
  const minutes = Array.from({ length: 7 }, (_, i) => last - 36 + 6 * i).filter((each) => each !== late);
  return { latest: stampOf(last), frames: minutes.map(stampOf), columns: 7, tiles: '/api/v1/strip/{z}/{x}/{y}.webp' };
};

const answers = {
  '/meta/health': { simulated: true, time: inMinutes(0), sources: { radar: fresh, alerts: fresh } },
  ...reflectivityAnswers(),
  [loop]: stripOf,
  '/alerts': collection([]),
};

describe('viewer page of the past', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;
  const viewport = { width: 1000, height: 800 };
  const frames = (count: number) => page.locator(`#scrub[max="${count - 1}"]`).waitFor();
  const showsTime = (minutes: number) =>
    page.locator(`#local[datetime^="${inMinutes(minutes).slice(0, 16)}"]`).waitFor();
  const warningsOf = (minutes: number) => page.locator('#state-warnings', { hasText: `none at ${clockOf(minutes)}Z` }).waitFor({ state: 'attached' }); // prettier-ignore

  beforeEach(() => {
    newest = 0;
    for (const minutes of [-100, -30, -16]) service.past[`/alerts ${inMinutes(minutes)}`] = collection([]);
  });

  it('shows the time of a link that is older than the loop, with the warnings of that time, and leads to now', async () => {
    page = await suite.open(`/#at=6/35.5/-97.5&time=${stampOf(-100)}`, { viewport });
    await frames(8);
    await showsTime(-100);
    await warningsOf(-100);
    expect(page.url()).to.include(`&time=${stampOf(-100)}`);
    await page.locator('#scrub').fill('7');
    await showsTime(0);
    await untilLink(page, (hash) => !hash.includes('time='));
  });

  it('stays at its time while new frames arrive that the loop does not have beside it', async () => {
    page = await suite.open('/#at=6/35.5/-97.5', { viewport });
    await frames(7);
    await page.locator('#live', { hasText: /^live$/ }).waitFor({ state: 'attached' });
    await page.locator('#scrub').fill('1');
    await showsTime(-30);
    for (newest of [2, 4]) {
      service.send('radar', { product: 'composite-reflectivity', ts: stampOf(newest), time: inMinutes(newest) });
      await frames(8);
      await page.locator('#happenings li', { hasText: `image of ${clockOf(newest)}Z` }).waitFor({ state: 'attached' });
      await showsTime(-30);
      await warningsOf(-30);
      expect(page.url()).to.include(`&time=${stampOf(-30)}`);
    }
  });

  it('stops playing for a link to a time', async () => {
    page = await suite.open('/#at=6/35.5/-97.5', { viewport });
    await frames(7);
    await page.locator('#play').click();
    await page.evaluate((time) => (location.hash += `&time=${time}`), stampOf(-16));
    await page.locator('#play[aria-label="Play"]').waitFor();
    await showsTime(-16);
    expect(page.url()).to.include(`&time=${stampOf(-16)}`);
  });

  it('draws every frame at its time after an older one has arrived', async () => {
    service.colours = { [stampOf(-6)]: '#ff0000', [stampOf(-12)]: '#0000ff' };
    late = -18;
    service.held.add('/strip');
    page = await suite.open('/#at=6/35.5/-97.5&opacity=100', { viewport });
    await frames(6);
    await until(() => service.asked.some((path) => path.startsWith('/strip')));
    late = undefined;
    service.held.clear();
    await page.locator('#back').click();
    await untilPixels(page, [235, 30, 30]);
    await page.locator('#back').click();
    await untilPixels(page, [30, 30, 235]);
  });
});
