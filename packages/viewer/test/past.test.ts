import type { Page } from 'playwright-core';
import { until } from '@severe/testing/until';
import { momentOf } from '../src/times.ts';
import { browserSuite } from './support/browser-suite.ts';
import { untilPixels } from './support/map-page.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';

const now = new Date(Math.floor(Date.now() / 120_000) * 120_000);
const inMinutes = (minutes: number) => `${new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 19)}Z`;
const stampOf = (minutes: number) => inMinutes(minutes).replace(/\D/g, '').slice(0, 12);
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

  beforeEach(() => {
    newest = 0;
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
