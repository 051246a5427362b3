import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '@severe/testing/until';
import { browserSuite } from './support/browser-suite.ts';
import { untilLink } from './support/map-page.ts';
import { collection, reflectivityAnswers, standIn, type StandIn } from './support/stand-in.ts';

const now = new Date(Math.floor(Date.now() / 120_000) * 120_000);
const inMinutes = (minutes: number) => `${new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 19)}Z`;
const stampOf = (minutes: number) => inMinutes(minutes).replace(/\D/g, '').slice(0, 12);

const fresh = { status: 'ok', data_time: inMinutes(0), age_seconds: 12 };

const warning = (id: number, area: string) => ({
  type: 'Feature',
  id,
  geometry: {
    type: 'Polygon',
    coordinates: [[[-98, 35], [-97, 35], [-97, 36], [-98, 36], [-98, 35]]], // prettier-ignore
  },
  properties: {
    id,
    event: 'Tornado Warning',
    headline: 'Tornado Warning of the stand-in',
    expires: inMinutes(30),
    ends: null,
    area_desc: area,
    fips: ['40027'],
    has_polygon: true,
    tags: { tornado: 'OBSERVED', hail_in: null, wind_mph: null, damage_threat: null, flash_flood: null },
    motion: null,
  },
});

const loopOf = (...frames: string[]) => ({ latest: frames.at(-1), frames, columns: 1, tiles: '/none' });
const loop = '/radar/loop/composite-reflectivity.json';

const answers = {
  '/meta/health': { simulated: true, time: inMinutes(0), sources: { radar: fresh, alerts: fresh } },
  ...reflectivityAnswers(stampOf(-2), stampOf(0)),
  '/alerts': collection([warning(7, 'Cleveland, OK')]),
};

describe('viewer page on the live stream', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;

  afterEach(async () => {
    await suite.leave();
    service.asked.length = 0;
    Object.assign(service.answers, answers);
  });

  const startClock = ({ clock }: Page) => clock.install();

  /** Opens the map with its frames and its warning, and a clock that can be set forward. */
  async function open(hash = '#at=6/35.5/-97.5', viewport = { width: 1000, height: 800 }): Promise<void> {
    page = await suite.open(`/${hash}`, { viewport, prepare: startClock });
    await page.locator('#overlay-list .kinds', { hasText: 'Tornado Warning' }).waitFor({ state: 'attached' });
    await page.locator('#scrub:not([max="0"])').waitFor();
  }

  const live = () => page.locator('#live', { hasText: /^live$/ }).waitFor({ state: 'attached' });
  const frames = (count: number) => page.locator(`#scrub[max="${count - 1}"]`).waitFor();
  const requestsOf = (path: string) => service.asked.filter((each) => each.split('?')[0] === path).length;
  /** Paths of data that were requested since a number of requests; health is polled. */
  const dataSince = (count: number) =>
    service.asked
      .slice(count)
      .map((each) => each.split('?')[0])
      .filter((path) => !/\.(png|webp)$|^\/none|^\/meta\/health$/.test(path));
  /** Waits until all is loaded again that the first event of a connection makes the page load. */
  const settled = async () => {
    await live();
    await until(() => ['/meta/health', '/alerts', loop].every((path) => requestsOf(path) > 1));
    await frames(2);
  };
  /** Lets time pass for the page. What it then requests at once has been requested afterwards. */
  const pass = async (seconds: number) => {
    await page.clock.fastForward(1000 * seconds);
    await page.evaluate(() => fetch('/api/v1/marker'));
    await until(() => service.asked.includes('/marker'));
    service.asked.splice(service.asked.indexOf('/marker'), 1);
  };
  const radarEvent = {
    product: 'composite-reflectivity',
    ts: stampOf(2),
    time: inMinutes(2),
    published_at: inMinutes(2),
  };

  it('shows a new frame when its event arrives, and requests nothing else', async () => {
    await open();
    await settled();
    const before = service.asked.length;
    service.answers[loop] = loopOf(stampOf(-2), stampOf(0), stampOf(2));
    service.send('radar', radarEvent);
    await frames(3);
    await page.locator(`#local[datetime^="${inMinutes(2).slice(0, 16)}"]`).waitFor();
    await page.locator('#happenings', { hasText: `image of ${inMinutes(2).slice(11, 16)}Z` }).waitFor();
    expect(dataSince(before)).to.have.members([loop, loop.replace('radar', 'nowcast')]);
  });

  it('loads frames older than its newest at most once a minute, and newer ones at once', async () => {
    await open();
    await settled();
    const before = requestsOf(loop);
    const past = (minutes: number) => ({ ...radarEvent, ts: stampOf(minutes), time: inMinutes(minutes) });
    service.send('radar', past(-60));
    await until(() => requestsOf(loop) === before + 1);
    for (const minutes of [-58, -56, -54]) {
      service.send('radar', past(minutes));
      await pass(5);
    }
    expect(requestsOf(loop)).to.equal(before + 1);
    service.send('radar', radarEvent);
    await pass(2);
    await until(() => requestsOf(loop) === before + 2);
    await pass(60);
    await until(() => requestsOf(loop) === before + 3);
  });

  it('moves warnings with the time of the map, and says where the past is not recorded', async () => {
    service.answers[loop] = loopOf(stampOf(-4), stampOf(-2), stampOf(0));
    service.past[`/alerts ${inMinutes(-2)}`] = collection([warning(5, 'Grady, OK'), warning(6, 'Caddo, OK')]);
    await open('#at=6/35.5/-97.5');
    const state = page.locator('#state-warnings');
    const list = page.locator('#overlay-list .list li');
    await page.locator('#back').click();
    await page.waitForFunction((text) => document.querySelector('#state-warnings')?.textContent === text, `2 at ${inMinutes(-2).slice(11, 16)}Z`); // prettier-ignore
    expect(await list.count()).to.equal(2);
    await page.locator('#scrub').fill('0');
    await state.getByText(`${inMinutes(-4).slice(11, 16)}Z is not recorded: some is missing`).waitFor();
    await page.locator('.notice.late', { hasText: 'Old or missing: Warnings.' }).waitFor();
    expect(await list.count()).to.equal(1);
    await page.locator('#forward').click();
    await page.locator('#forward').click();
    await page.waitForFunction(() => document.querySelector('#state-warnings')?.textContent?.startsWith('1 · '));
    const asked = service.asked.filter((path) => path.includes('as_of'));
    expect(new Set(asked).size).to.equal(asked.length);
  });

  it('asks for nothing from before the records of the service, and says calmly since when there are any', async () => {
    service.answers[loop] = loopOf(stampOf(-4), stampOf(-2), stampOf(0));
    const health = service.answers['/meta/health'] as { sources: { alerts: object } };
    const { alerts } = health.sources;
    const since = inMinutes(-1);
    service.answers['/meta/health'] = { ...health, sources: { ...health.sources, alerts: { ...alerts, records_since: since } } }; // prettier-ignore
    await open('#at=6/35.5/-97.5');
    await page.locator('#scrub').fill('0');
    await page.locator('#state-warnings', { hasText: `recorded since ${since.slice(11, 16)}Z` }).waitFor();
    expect(await page.locator('.notice.late').count()).to.equal(0);
    expect(service.asked.filter((path) => path.includes('as_of'))).to.deep.equal([]);
    service.answers['/meta/health'] = health;
  });

  it('shows three hours of the loop if they are chosen', async () => {
    await open();
    await page.locator('#hours').selectOption('3');
    await untilLink(page, (hash) => hash.includes('hours=3'));
    await until(() => service.asked.some((path) => path.startsWith(loop) && /minutes=180.*interval=5/.test(path)));
  });

  it('ignores frames of products that are not shown', async () => {
    await open();
    await settled();
    const before = service.asked.length;
    service.send('radar', { ...radarEvent, product: 'mesh' });
    service.send('satellite', { ...radarEvent, product: 'ir' });
    service.send('alerts', { new: [], updated: [7], ended: [], published_at: inMinutes(0) });
    await until(() => dataSince(before).length > 0);
    await pass(2);
    expect(dataSince(before)).to.deep.equal(['/alerts']);
  });

  it('lists and announces a new warning, and moves to it by keyboard', async () => {
    await open('#at=4/40/-110');
    await settled();
    service.answers['/alerts'] = collection([warning(7, 'Cleveland, OK'), warning(8, 'McClain, OK; Grady, OK')]);
    service.send('alerts', { new: [8], updated: [], ended: [], published_at: inMinutes(0) });
    const item = page.locator('#happenings button', { hasText: 'Tornado Warning: McClain, OK; Grady, OK' });
    await item.waitFor();
    expect(await page.locator('#happenings li').count()).to.equal(1);
    const announced = page.locator('#announced', { hasText: /^New: Tornado Warning: McClain, OK; Grady, OK\.$/ });
    expect(await announced.getAttribute('aria-live')).to.equal('polite');
    await item.focus();
    await page.keyboard.press('Enter');
    await page.locator('.maplibregl-popup-content', { hasText: 'Tornado Warning' }).waitFor();
  });

  it('loads an overlay at most once a second for events in quick succession', async () => {
    await open();
    await settled();
    const before = requestsOf('/alerts');
    const began = performance.now();
    for (let i = 0; i < 30; i++) {
      service.send('alerts', { new: [], updated: [7], ended: [], published_at: inMinutes(0) });
      await page.waitForTimeout(50);
    }
    await until(() => requestsOf('/alerts') > before);
    const seconds = (performance.now() - began) / 1000; // more on a busy machine
    expect(requestsOf('/alerts') - before).to.be.at.most(seconds + 1);
    expect(seconds + 1).to.be.below(30);
  });

  it('loads what is shown again after a reset, and after a connection that it cannot resume', async () => {
    await open();
    await settled();
    service.answers[loop] = loopOf(stampOf(0), stampOf(2), stampOf(4), stampOf(6));
    service.send('reset', {});
    await frames(4);
    service.answers['/alerts'] = collection([warning(9, 'Payne, OK')]);
    service.send('reset', {});
    await page.locator('#happenings', { hasText: 'Payne, OK' }).waitFor();
  });

  it('resumes after the last event when the connection ends', async () => {
    await open();
    await settled();
    const [before, connections] = [requestsOf('/alerts'), service.resumedAt.length];
    service.send('bye', {});
    service.endStreams();
    await until(() => service.resumedAt.length > connections);
    expect(service.resumedAt.at(-1)).to.match(/^\d+-\d{4}$/);
    await live();
    await pass(2);
    expect(requestsOf('/alerts')).to.equal(before);
  });

  it('sends no requests while it is hidden, and catches up when it is visible', async () => {
    await open();
    await settled();
    const hide = (hidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
        document.dispatchEvent(new Event('visibilitychange'));
      `);
    await hide(true);
    await until(() => service.streamCount === 0);
    const before = service.asked.length;
    service.answers[loop] = loopOf(stampOf(-2), stampOf(0), stampOf(2));
    await pass(600);
    expect(dataSince(before)).to.deep.equal([]);
    await hide(false);
    await frames(3);
    await live();
  });

  it('polls while the stream is refused, gets no response, or is buffered by a proxy', async () => {
    const polls = async (stream: StandIn['stream']): Promise<string> => {
      const other = await standIn(answers);
      other.stream = stream;
      const polling = await suite.openBeside('/', {
        viewport: { width: 1000, height: 800 },
        prepare: startClock,
        from: other,
      });
      await polling.locator('#scrub[max="1"]').waitFor();
      other.answers[loop] = loopOf(stampOf(-2), stampOf(0), stampOf(2));
      const isPolled = async () => {
        await polling.clock.fastForward(20_000);
        return polling.locator('#scrub[max="2"]').isVisible();
      };
      await until(isPolled, { everyMs: 500 });
      const state = await polling.locator('#live').textContent();
      await polling.context().close();
      await other.close();
      return state!;
    };
    const states = await Promise.all([polls(404), polls('silent'), polls('buffered')]);
    expect(states).to.deep.equal(Array(3).fill('checked every 20 s'));
  });

  it('opens the list of what has just happened only where there is room', async () => {
    await open('#at=6/35.5/-97.5', { width: 390, height: 844 });
    await live();
    expect(await page.locator('#just-now[open]').count()).to.equal(0);
    await open('#at=6/35.5/-97.5');
    await page.locator('#just-now[open]').waitFor();
  });
});
