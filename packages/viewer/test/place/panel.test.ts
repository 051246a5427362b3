import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserSuite } from '../support/browser-suite.ts';
import { clickAt, clickUntil, untilLink } from '../support/map-page.ts';
import { placeAnswers } from '../support/place-answers.ts';
import { collection } from '../support/stand-in.ts';

const time = '2026-05-20T22:18:00Z';
const fresh = { status: 'ok', data_time: time, age_seconds: 12 };

const answers = {
  '/meta/health': { simulated: true, time, sources: { radar: fresh, alerts: fresh } },
  '/nexrad/sites': { sites: [] },
  '/radar/products': { products: [] },
  '/nexrad/products': { products: [] },
  '/satellite/products': { products: [] },
  '/hrrr/variables': { variables: [] },
  '/radar/point': { value: 52.5, units: 'dBZ', status: 'ok' },
  '/alerts': collection(),
  '/geocode/search': { query: 'norman', results: [{ label: 'Norman, Cleveland County, OK', lat: 35.22, lon: -97.44 }] },
  ...placeAnswers,
};

describe('viewer place panel', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;

  async function open(hash: string, viewport = { width: 1100, height: 800 }, locale = 'en-US'): Promise<void> {
    page = await suite.open(`/${hash}`, { viewport, locale, timezoneId: 'UTC' });
    await page.locator('#place-share', { hasText: /\w/ }).waitFor({ state: 'attached' }); // the page listens
  }
  const panel = () => page.locator('#place-panel');

  it('opens from a link with status, reason, briefing, hours, county, storm and radar', async () => {
    await open('#at=8/35.22/-97.44&place=35.22,-97.44');
    await panel().getByText('A tornado warning covers this point').waitFor();
    const text = (await panel().innerText()).replaceAll(/\s+/g, ' ');
    expect(text).to.match(
      /Norman, OK.*Warning Now, 5:18 PM CDT Take shelter now\. A tornado warning covers this point until 5:45 PM CDT\. The storm may arrive/,
    ); // what to do, until when, why
    expect(text).to.not.match(/\d\dZ/); // one clock, whatever time the map shows
    expect(await panel().getByText('As a page without a map').getAttribute('href')).to.equal(
      '/at/35.22,-97.44?lang=en',
    );
    expect(text).to.include('may arrive in about 17 minutes').and.include('52 dBZ'.replace('52', '53'));
    expect(text).to.match(/Nearest storm 61 dBZ, 12 mi away, moving towards NE, 40 mph/);
    expect(text).to.include('County: Cleveland County').and.include('3 reports in 24 hours');
    expect(await panel().locator('.strip li').first().getAttribute('title')).to.equal('5 PM: high risk');
  });

  it('does not say that no storm is near while storms are not tracked', async () => {
    const { '/storms': storms, '/radar/point': radar } = service.answers;
    const stormRow = async () => {
      await open('#at=8/35.22/-97.44&place=35.22,-97.44');
      await panel().getByText('Nearest storm').waitFor();
      return panel().locator('dt:has-text("Nearest storm") + dd').innerText();
    };
    service.answers['/storms'] = { ...collection(), unavailable: [] };
    expect(await stormRow()).to.match(/^No tracked storm within 93 mi\.$/);
    service.answers['/storms'] = { ...collection(), unavailable: ['radar'] };
    expect(await stormRow()).to.equal('no radar data');
    expect(await panel().locator('.failed').count()).to.equal(0);
    delete service.answers['/storms'];
    expect(await stormRow()).to.equal('no radar data');
    expect(await panel().locator('.failed').textContent()).to.equal(
      'Not all that is known here could be loaded. Trying again.',
    );
    service.answers['/storms'] = { ...collection(), unavailable: [] };
    service.answers['/radar/point'] = { value: null, status: 'outside' };
    expect(await stormRow()).to.equal('no radar data');
    Object.assign(service.answers, { '/storms': storms, '/radar/point': radar });
  });

  it('opens where the map is clicked and puts the place into the link', async () => {
    await open('#at=8/35.22/-97.44');
    await clickUntil(panel(), () => clickAt(page, 55, 80));
    await panel().getByText('A tornado warning covers').waitFor();
    await untilLink(page, (hash) => /&place=3\d\.\d+,-9\d\.\d+/.test(hash));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    await untilLink(page, (hash) => !hash.includes('place='));
  });

  it('opens from the search', async () => {
    await open('#at=5/40/-110');
    await page.locator('#find').click();
    await page.locator('#place').fill('norman');
    await page.locator('#place').press('Enter');
    await panel().getByText('A tornado warning covers').waitFor();
    await untilLink(page, (hash) => hash.includes('place=35.22,-97.44'));
  });

  it('is a sheet at the bottom of a phone, in Spanish for a Spanish browser', async () => {
    await open('#at=8/35.22/-97.44&place=35.22,-97.44', { width: 390, height: 780 }, 'es-MX');
    await panel().getByText('Las próximas horas').waitFor();
    const box = (await panel().boundingBox())!;
    expect(box.y).to.be.greaterThan(780 * 0.4);
    expect(box.width).to.equal(390);
    const close = (await page.locator('#place-close').boundingBox())!;
    expect(close.height).to.be.at.least(44);
    expect(service.asked.some((asked) => asked.startsWith('/briefing/point') && asked.includes('lang=es'))).to.equal(
      true,
    );
  });

  it('says so when the service does not answer', async () => {
    const { '/locations/summary': summary, '/briefing/point': briefing } = service.answers;
    delete service.answers['/locations/summary'];
    delete service.answers['/briefing/point'];
    await open('#at=8/35.22/-97.44&place=35.22,-97.44');
    await panel().getByText('The service does not respond').waitFor();
    Object.assign(service.answers, { '/locations/summary': summary, '/briefing/point': briefing });
  });
});
