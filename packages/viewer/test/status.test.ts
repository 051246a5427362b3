import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserSuite } from './support/browser-suite.ts';

const time = '2026-05-20T22:18:05Z';
const health = (status: string, age: number | null) => ({
  status,
  data_time: time,
  age_seconds: age,
  in_use: null,
  problems: [] as string[],
  failing_since: null as string | null,
  expected_seconds: 120,
  success_rate_1h: 0.995,
  success_rate_24h: 1,
});
const day = <T>(value: T): T[] => Array.from({ length: 96 }, () => value);
const answers = {
  '/meta/health': {
    status: 'degraded',
    simulated: true,
    time,
    sources: {
      radar: health('stale', 1500),
      alerts: { ...health('ok', 20), problems: ['empty'], failing_since: '2026-05-20T22:17:00Z' },
    },
    components: { database: 'ok', object_store: 'down', queue: 'ok' },
  },
  '/meta/health/history': {
    from: '2026-05-19T22:30:00Z',
    interval_seconds: 900,
    sources: {
      radar: { succeeded: day(8), failed: day(0), worst_age_seconds: [...day(60).slice(1), 1500] },
      alerts: { succeeded: day(30), failed: day(0), worst_age_seconds: day(20) },
    },
  },
  '/meta/sources': { sources: [{ id: 'alerts', name: 'NWS alerts' }, { id: 'radar', name: 'Radar mosaics' }] }, // prettier-ignore
};

describe('viewer status page', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);

  before(async () => {
    const prepare = ({ clock }: Page) => clock.install();
    page = await suite.open('/status.html', { viewport: { width: 1280, height: 800 }, prepare });
    await page.locator('#sources tr').nth(1).waitFor();
  });

  it('shows each source with its state, age, rates and the last day', async () => {
    expect(await page.locator('#summary').textContent()).to.equal(
      'Degraded: 1 stale, the object store is down. 22:18:05Z',
    );
    const radar = page.locator('#sources tr', { hasText: 'Radar mosaics' });
    expect((await radar.locator('td').allTextContents()).slice(0, 5)).to.deep.equal([
      'stale',
      '25 min old22:18Z',
      '2 min',
      '99.5 %',
      '100 %',
    ]);
    expect(await radar.locator('rect.fill-ok').count()).to.equal(95);
    expect(await radar.locator('rect.fill-stale title').textContent()).to.equal(
      '22:15Z: data stale, 8 of 8 fetches succeeded',
    );
    expect(await radar.getByRole('img').getAttribute('aria-label')).to.equal(
      'Radar mosaics: up to date in 23 h 45 min of 24 h',
    );
  });

  it('names what fails in a source that is up to date', async () => {
    const alerts = page.locator('#sources tr', { hasText: 'NWS alerts' });
    expect(await alerts.locator('td').first().textContent()).to.equal(
      'oksends nothing where data are expected since 22:17Z',
    );
  });

  it('shows states and ages without a history, which a service without its database has not', async () => {
    const { '/meta/health/history': history } = answers;
    delete suite.service.answers['/meta/health/history'];
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.waitForFunction(() => document.querySelectorAll('.strip').length === 0);
    expect(await page.locator('.notice').allTextContents()).to.have.length(1);
    expect(await page.locator('#sources tr', { hasText: 'Radar mosaics' }).locator('td').first().textContent()).to.equal('stale'); // prettier-ignore
    suite.service.answers['/meta/health/history'] = history;
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.locator('.strip').first().waitFor();
  });

  it('says during an outage since when nothing is known, and shows no state or age as of now', async () => {
    for (const path of Object.keys(answers)) delete suite.service.answers[path];
    await page.clock.fastForward(180_000);
    await page.locator('.notice.unreachable', { hasText: 'has not responded for 3 minutes' }).waitFor();
    expect((await page.locator('.notice').allTextContents())[0]).to.match(/^Simulated weather/);
    expect(await page.locator('#summary').textContent()).to.equal('Unknown since 22:18:05Z');
    const alerts = page.locator('#sources tr', { hasText: 'NWS alerts' }).locator('td');
    expect((await alerts.allTextContents()).slice(0, 2)).to.deep.equal([
      'unknownwas ok; sends nothing where data are expected since 22:17Z',
      '3 min old22:18Z',
    ]);
    expect(await page.locator('.state.ok, .state.stale').count()).to.equal(0);
  });
});
