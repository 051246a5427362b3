import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '@severe/testing/until';
import { browserSuite } from './support/browser-suite.ts';
import { clickAt, clickUntil, openSection } from './support/map-page.ts';
import { placeAnswers } from './support/place-answers.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';
import { contradictionsOf, timesOn, type Times } from './support/times-on.ts';

const now = new Date(Math.floor(Date.now() / 120_000) * 120_000);
const inMinutes = (minutes: number) => `${new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 19)}Z`;
const minuteOf = (minutes: number) => inMinutes(minutes).slice(0, 16);
const stampOf = (minutes: number) => inMinutes(minutes).replace(/\D/g, '').slice(0, 12);
const fresh = { status: 'ok', data_time: inMinutes(0), age_seconds: 12 };

const warning = {
  type: 'Feature',
  id: 7,
  geometry: null,
  properties: { event: 'Tornado Warning', expires: inMinutes(20), severity: 'Extreme', zones: [] },
};
const frames = [stampOf(-4), stampOf(-2), stampOf(0)];
const answers = {
  ...placeAnswers,
  '/meta/health': { simulated: true, time: inMinutes(0), sources: { radar: fresh, alerts: fresh } },
  ...reflectivityAnswers(...frames),
  '/radar/loop/composite-reflectivity.json': { latest: stampOf(0), frames, columns: 3, tiles: '/api/v1/strip/{z}/{x}/{y}.webp' }, // prettier-ignore
  '/radar/point': { value: 7.5, units: 'dBZ', status: 'ok' },
  '/geocode/reverse': { label: '2 km W of Norman, OK', timezone: 'America/Chicago' },
  '/alerts': collection(),
};

describe('the time of the page', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;
  const panel = () => page.locator('#place-body');
  const popup = () => page.locator('.readout [role=status]');
  /** Waits until a page that has one time shows this. */
  async function untilTimes(expected: Partial<Times>): Promise<void> {
    let seen: Times | undefined;
    const fits = async () => {
      const times = (seen = await timesOn(page));
      expect(contradictionsOf(times)).to.deep.equal([]);
      return Object.entries(expected).every(([key, value]) => String(times[key as keyof Times]) === String(value));
    };
    await until(fits, { everyMs: 50 }).catch((error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(expected)} is wanted, ${JSON.stringify(seen)} was seen last`);
    });
  }

  beforeEach(() => {
    for (const minutes of [-4, -2]) {
      service.past[`/alerts ${inMinutes(minutes)}`] = collection([warning]);
      service.past[`/storms ${inMinutes(minutes)}`] = answers['/storms'];
    }
  });

  it('is now for a click on a loop that plays', async () => {
    page = await suite.open('/#at=6/35.5/-97.5', { viewport: { width: 1200, height: 800 }, timezoneId: 'UTC' });
    await page.locator('#scrub[max="2"]').waitFor();
    await page.locator('#play').click();
    await untilTimes({ isPlaying: true, frame: minuteOf(-4) });
    await clickUntil(popup(), () => clickAt(page));
    await untilTimes({ isPlaying: false, frame: minuteOf(0), popup: [minuteOf(0)], link: undefined });
    await panel().getByText('Take shelter now.').first().waitFor();
    expect(await timesOn(page)).to.include({ isPanelPast: false, warnings: undefined });
  });

  it('is that of a chosen frame in popup, panel, warnings and link, without advice', async () => {
    await page.locator('#back').click();
    await untilTimes({ frame: minuteOf(-2), popup: [minuteOf(-2)], panel: minuteOf(-2), link: minuteOf(-2) });
    await untilTimes({ warnings: `${minuteOf(-2).slice(11)}Z` });
    const text = (await panel().innerText()).replaceAll(/\s+/g, ' ');
    expect(text).to.match(/^The map shows \d+:\d\d [AP]M C[DS]T, not now\. Show now In force then Tornado Warning, until \d+:\d\d [AP]M C[DS]T Radar here/); // prettier-ignore
    expect(text).to.include('Nearest storm 61 dBZ');
    expect(await page.locator('#place-status').innerText()).to.equal('');
    expect(await page.locator('#place-title').innerText()).to.equal('2 km W of Norman, OK');
  });

  it('goes on with steps, units and products, and back to now', async () => {
    await page.locator('#back').click();
    await untilTimes({ frame: minuteOf(-4), popup: [minuteOf(-4)], panel: minuteOf(-4) });
    await openSection(page, 'options');
    await page.locator('#units').selectOption('metric');
    await untilTimes({ frame: minuteOf(-4), popup: [minuteOf(-4)], panel: minuteOf(-4) });
    await panel().getByRole('button', { name: 'Show now' }).click();
    await untilTimes({ frame: minuteOf(0), popup: [minuteOf(0)], link: undefined, isPanelPast: false });
    await panel().getByText('Take shelter now.').first().waitFor();
  });

  it('is that of a link from the first moment on', async () => {
    service.held.add('/radar/loop');
    const asked = service.asked.length;
    page = await suite.open(`/#at=6/35.5/-97.5&time=${stampOf(-4)}&place=35.5,-97.5`, { viewport: { width: 1200, height: 800 } }); // prettier-ignore
    await panel().getByText('In force then').waitFor();
    service.held.clear();
    await untilTimes({ frame: minuteOf(-4), panel: minuteOf(-4), link: minuteOf(-4) });
    expect(service.asked.slice(asked).filter((path) => path.startsWith('/briefing'))).to.deep.equal([]);
  });

  it('says of a time before the records that it is not recorded', async () => {
    const since = { ...fresh, records_since: inMinutes(-1) };
    const sources = { radar: since, alerts: since };
    service.answers['/meta/health'] = { ...answers['/meta/health'], sources };
    page = await suite.open(`/#at=6/35.5/-97.5&time=${stampOf(-4)}&place=35.5,-97.5`, { viewport: { width: 1200, height: 800 } }); // prettier-ignore
    for (const row of ['In force then', 'Nearest storm'])
      await page.locator(`dt:has-text("${row}") + dd`, { hasText: 'Not recorded.' }).waitFor();
    service.answers['/meta/health'] = answers['/meta/health'];
  });

  it('says that a part could not be loaded, and loads it again', async () => {
    const reverse = service.answers['/geocode/reverse'];
    delete service.answers['/geocode/reverse'];
    page = await suite.open(`/#at=6/35.5/-97.5&time=${stampOf(-4)}&place=35.5,-97.5`, { viewport: { width: 1200, height: 800 } }); // prettier-ignore
    await panel().getByText('Not all that is known here could be loaded. Trying again.').waitFor();
    service.answers['/geocode/reverse'] = reverse;
    await page.locator('#place-title', { hasText: 'Norman' }).waitFor({ timeout: 60_000 });
    expect(await panel().locator('.failed').count()).to.equal(0);
  });

  it('has values again in the popup when the service answers again', async () => {
    const value = service.answers['/radar/point'];
    delete service.answers['/radar/point'];
    page = await suite.open('/#at=6/35.5/-97.5', { viewport: { width: 1200, height: 800 } });
    await page.locator('#scrub[max="2"]').waitFor();
    await clickUntil(popup().getByText('The service does not respond'), () => clickAt(page));
    service.answers['/radar/point'] = value;
    await popup().getByText('7.5 dBZ').waitFor({ timeout: 60_000 });
  });
});
