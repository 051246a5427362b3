import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '@severe/testing/until';
import { browserSuite } from './support/browser-suite.ts';
import { clickSymbol, cursorOf, untilLink } from './support/map-page.ts';
import { placeAnswers } from './support/place-answers.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';

const now = new Date(Math.floor(Date.now() / 60_000) * 60_000);
const inMinutes = (minutes: number) => `${new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 19)}Z`;
const stamp = now.toISOString().replace(/\D/g, '').slice(0, 12);

const fresh = { status: 'ok', data_time: inMinutes(0), age_seconds: 12 };
const unknown = { status: 'unknown', data_time: null, age_seconds: null };

const box = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [[[west, south], [west + size, south], [west + size, south + size], [west, south + size], [west, south]]], // prettier-ignore
});

const feature = (geometry: object, properties: object) => ({ type: 'Feature', id: 7, geometry, properties });

const tornado = feature(box(-98, 35, 1), {
  id: 7,
  event: 'Tornado Warning',
  headline: 'Tornado Warning of the stand-in',
  expires: inMinutes(30),
  ends: null,
  area_desc: 'Cleveland, OK',
  fips: ['40027'],
  has_polygon: true,
  tags: { tornado: 'OBSERVED', hail_in: null, wind_mph: null, damage_threat: null, flash_flood: null },
  motion: null,
});

const flash = feature(
  { type: 'Point', coordinates: [-96.2, 35.5] },
  { flash_time: inMinutes(-1), age_seconds: 60, energy_fj: 40, area_km2: 90 },
);

const answers = {
  ...placeAnswers,
  '/meta/health': {
    simulated: true,
    time: inMinutes(0),
    sources: { radar: fresh, alerts: fresh, lightning: fresh, watches: fresh, outlooks: unknown },
  },
  ...reflectivityAnswers(stamp),
  '/radar/point': { value: 51, units: 'dBZ', status: 'ok' },
  '/alerts': collection([tornado]),
  '/alerts/7': { description: 'At noon, a tornado was located.', instruction: 'Take cover.' },
  '/lightning': collection([flash]),
  '/outlooks': collection(),
  '/account/locations': [
    { id: 3, name: 'Home', label: 'Farm', lat: 35.5, lon: -97.5, alerts_enabled: true, min_severity: 'Severe', created_at: inMinutes(-9) }, // prettier-ignore
  ],
  '/geocode/search': { query: 'norman', results: [{ label: 'Norman, Cleveland County, OK', lat: 35.22, lon: -97.44 }] },
};

describe('viewer page', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;
  const errors: string[] = [];
  const foreign: string[] = [];
  /** Watches have no answer. */
  const expected = /status of 503/;

  async function open(hash: string, viewport = { width: 1000, height: 800 }, isSignedIn = false): Promise<void> {
    page = await suite.open(`/${hash}`, {
      viewport,
      timezoneId: 'America/Chicago',
      prepare: isSignedIn ? signIn : watch,
    });
    await page.waitForSelector('#layer option', { state: 'attached' });
  }
  const watched = new Set<Page>();
  function watch(opened: Page): void {
    if (watched.has(opened)) return;
    watched.add(opened);
    opened.on('pageerror', (error) => errors.push(error.message));
    opened.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) errors.push(message.text());
    });
    opened.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !/^(blob|data):/.test(request.url())) foreign.push(request.url());
    });
  }
  async function signIn(opened: Page): Promise<void> {
    await opened.addInitScript(() => localStorage.setItem('signed-in', 'yes'));
    watch(opened);
  }

  const row = (id: string) => page.locator('#overlay-list > li', { has: page.locator(`input[value=${id}]`) });
  const popup = () => page.locator('.maplibregl-popup-content');

  it('describes a clicked warning, with its end in local time and UTC, and loads its text on demand', async () => {
    await open('#at=7/35.5/-97.5');
    await row('warnings')
      .locator('.state', { hasText: /^1 · \d+ (s|min) old$/ })
      .waitFor();
    await clickSymbol(page);
    await popup().getByText('Tornado Warning').first().waitFor();
    const words = await popup().textContent();
    expect(words).to.match(/Until (\w{3}, )?\d+:\d\d [AP]M C[SD]T \(\d\d:\d\dZ\)/);
    expect(words).to.include('Tornado observed').and.include('Tornado Warning of the stand-in');
    await popup().getByText('51 dBZ').waitFor();
    expect(service.asked).not.to.include('/alerts/7');
    await popup().getByText('Full text').click();
    await popup().getByText('Take cover.').waitFor();
    await page.mouse.move(500, 620); // beside the warning
    await until(async () => (await cursorOf(page)) === '');
  });

  it('lists warnings, and moves to them by keyboard', async () => {
    await open('#at=5/40/-110');
    await row('warnings').getByText('Cleveland, OK').waitFor({ state: 'attached' });
    await row('warnings').locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await popup().getByText('Cleveland, OK').waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('.maplibregl-popup-content'));
    await page.keyboard.press('Escape');
    expect(await popup().count()).to.equal(0);
    await untilLink(page, (hash) => /at=[\d.]+\/35\.\d+\/-97\.\d+/.test(hash));
  });

  it('draws chosen overlays for the visible area, and keeps them in the link', async () => {
    await open('#at=6/35.5/-97.5');
    expect(service.asked.some((path) => path.startsWith('/lightning'))).to.equal(false);
    await row('lightning').locator('input').check();
    await row('lightning').getByText('up to 5 minutes ago').waitFor();
    await untilLink(page, (hash) => hash.includes('&over=warnings,lightning'));
    expect(await page.locator('#drawn').textContent()).to.equal('warnings; lightning, 15 minutes');
    const box = /bbox=([^&]+)/.exec(service.asked.find((path) => path.startsWith('/lightning')) ?? '')?.[1];
    const [west, south, east, north] = decodeURIComponent(box ?? '')
      .split(',')
      .map(Number);
    expect([west % 4, south % 4, east % 4, north % 4].map(Math.abs)).to.deep.equal([0, 0, 0, 0]);
    expect(west < -97.5 && west > -125 && south < 35.5 && east > -97.5 && north > 35.5).to.equal(true);
    await row('warnings').locator('input').uncheck();
    await row('lightning').locator('input').uncheck();
    await untilLink(page, (hash) => hash.includes('&over=none'));
  });

  it('does not show missing data as no weather', async () => {
    await open('#at=6/35.5/-97.5&over=outlook,watches'); // one has no data, the other gets no response
    await row('watches').getByText('no response').waitFor();
    await row('outlook').getByText('no data yet').waitFor();
    const notice = page.locator('.notice.late');
    await notice.getByText('Old or missing: Watches; Severe outlook, day 1.').waitFor();
    await row('warnings').locator('.state', { hasText: /old$/ }).waitFor();
    expect(await row('warnings').locator('.unreliable').count()).to.equal(0);
  });

  it('finds a place by name', async () => {
    await open('#at=5/40/-110');
    await page.getByLabel('Find a place').click();
    await page.keyboard.type('norman');
    await page.keyboard.press('Enter');
    await untilLink(page, (hash) => /at=8\/35\.22\d*\/-97\.44/.test(hash));
  });

  it('shows the saved locations of a person who is signed in with their status, and asks for nobody else', async () => {
    await open('#at=7/35.5/-97.5');
    await row('warnings').locator('.kinds', { hasText: 'Tornado Warning' }).waitFor();
    expect(await row('places').count()).to.equal(0);
    expect(service.asked).not.to.include('/account/locations');
    await open('#at=7/36/-98', undefined, true);
    await row('places').locator('.kinds', { hasText: 'Warning at a saved location' }).waitFor();
    await row('places').locator('summary').click();
    await row('places').getByRole('button', { name: 'Home: Warning' }).click();
    await popup().getByText('Tornado Warning until 22:45Z').waitFor();
    await popup().getByText('Farm').waitFor();
  });

  it('leaves room for the map on a phone', async () => {
    await open('#at=6/35.5/-97.5', { width: 390, height: 844 });
    await page.locator('#drawn', { hasText: 'warnings' }).waitFor();
    const [panel, player] = await Promise.all(['#panel', '#player'].map((id) => page.locator(id).boundingBox()));
    expect(panel!.height).to.be.below(844 / 3);
    await page.locator('#overlays > summary').click();
    const opened = (await page.locator('#panel').boundingBox())!;
    expect(opened.y + opened.height).to.be.at.most(player!.y);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(390);
  });

  it('keeps the panel above the player on a low screen', async () => {
    await open('#at=6/35.5/-97.5', { width: 1280, height: 560 });
    const [panel, player] = await Promise.all(['#panel', '#player'].map((id) => page.locator(id).boundingBox()));
    expect(panel!.y + panel!.height).to.be.at.most(player!.y);
    await page.locator('#options > summary').click();
    expect(await page.getByRole('link', { name: 'the API' }).getAttribute('href')).to.equal('/api/v1/docs');
  });

  it('sends requests to the service only, and logs no errors', () => {
    expect(foreign).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
  });
});
