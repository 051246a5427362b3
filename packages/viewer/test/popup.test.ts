import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { axeFindings } from './support/axe.ts';
import { browserSuite } from './support/browser-suite.ts';
import { clickAt, clickSymbol, clickUntil } from './support/map-page.ts';
import { placeAnswers } from './support/place-answers.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';

const time = '2026-05-20T22:18:00Z';
const stamp = '202605202218';
const fresh = { status: 'ok', data_time: time, age_seconds: 12 };
const area = [[[-110, 30], [-85, 30], [-85, 42], [-110, 42], [-110, 30]]]; // prettier-ignore

const warning = (id: number) => ({
  type: 'Feature',
  id,
  geometry: {
    type: 'Polygon',
    coordinates: area,
  },
  properties: {
    id,
    event: 'Tornado Warning',
    headline: `Warning ${id} of the stand-in`,
    expires: time,
    ends: null,
    area_desc: 'Cleveland, OK',
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
});

const flash = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-97.5, 36] },
  properties: { flash_time: time, energy_fj: 40, area_km2: 90 },
};

const answers = {
  ...placeAnswers,
  '/meta/health': { simulated: true, time, sources: { radar: fresh, alerts: fresh, lightning: fresh } },
  ...reflectivityAnswers(stamp),
  '/lightning': collection(Array.from({ length: 9 }, () => flash)),
  '/radar/point': { value: 51, units: 'dBZ', status: 'ok' },
  '/alerts': collection([1, 2, 3, 4, 5, 6].map(warning)),
  '/alerts/6': { description: 'At noon, a tornado was located.\n'.repeat(60), instruction: 'Take cover.' },
};

describe('viewer popup', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers, { ignoreDefaultArgs: ['--hide-scrollbars'] });

  /** Opens the map, and waits until its warnings can be clicked. */
  async function open(viewport: { width: number; height: number }): Promise<void> {
    page = await suite.open('/#at=6/36/-97.5', { viewport });
    await clickSymbol(page);
    await popup().getByText('Tornado Warning').first().waitFor();
    for (const id of ['.maplibregl-popup-close-button', '#place-close']) await page.locator(id).click();
  }
  const popup = () => page.locator('.maplibregl-popup-content');
  const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
  const mapBox = () => boxOf('#map');

  /** Expects that no panel covers the popup, and that it covers none. */
  async function expectFree(): Promise<void> {
    await page.locator('#place-panel').getByText('A tornado warning covers').waitFor();
    await popup().getByText('51 dBZ').waitFor();
    await page.waitForFunction(() => {
      const popup = document.querySelector('.maplibregl-popup')!.getBoundingClientRect();
      return [...document.querySelectorAll('#panel, #player, #place-panel')].every((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return popup.right <= left || popup.left >= right || popup.bottom <= top || popup.top >= bottom;
      });
    });
  }

  it('is beside the panels and the player wherever the map is clicked, and stays for the next place', async () => {
    await open({ width: 1280, height: 720 });
    const { x, y, width, height } = await mapBox();
    for (const [right, down] of [
      [0.95, 0.5],
      [0.35, 0.5],
      [0.6, 0.02],
    ] as const) {
      // prettier-ignore
      await page.mouse.click(x + width * right, y + height * down);
      await page.waitForFunction(() => document.querySelector('.readout [role=status]')!.textContent !== '…');
      await expectFree();
    }
    expect(await page.locator('.maplibregl-popup').count()).to.equal(1);
  });

  it('scrolls inside, under a close button that stays, with one style of headings at text size', async () => {
    const readout = popup().locator('.readout');
    await popup().getByText('Full text').first().click();
    await popup().getByText('Take cover.').first().waitFor();
    const { scrolls, sizes } = await readout.evaluate((box) => ({
      scrolls: box.scrollHeight > box.clientHeight + 100,
      sizes: [...box.querySelectorAll('b')].map((heading) => {
        const { fontSize, fontWeight } = getComputedStyle(heading);
        return [fontSize, fontWeight].join();
      }),
    }));
    expect(scrolls).to.equal(true);
    expect([...new Set(sizes)]).to.deep.equal(['15px,700']);
    await readout.evaluate((box) => box.scrollTo(0, 500));
    const [close, content] = [await boxOf('.maplibregl-popup-close-button'), await boxOf('.maplibregl-popup-content')];
    expect(close.y).to.be.within(content.y, content.y + 4);
    expect(Math.min(close.width, close.height)).to.be.at.least(24);
    await expectFree();
  });

  it('is without findings of axe beside open panels and lists, light and dark', async () => {
    await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      expect(await axeFindings(page), theme).to.deep.equal([]);
    }
  });

  it('opens with Enter on the map, keeps the focus, and gives it back', async () => {
    await page.locator('.maplibregl-popup-close-button').click();
    await page.locator('#map canvas').focus();
    await page.keyboard.press('Enter');
    await expectFree();
    await page.waitForFunction(() => document.activeElement?.closest('.maplibregl-popup-content'));
    await page.keyboard.press('Escape');
    expect(await popup().count()).to.equal(0);
    await page.waitForFunction(() => document.activeElement?.tagName === 'CANVAS');
  });

  it('is between the panel and the sheet of the place on a phone', async () => {
    await open({ width: 390, height: 844 });
    const { x, y, width, height } = await mapBox();
    await page.mouse.click(x + width * 0.5, y + height * 0.7);
    await expectFree();
    expect((await boxOf('.readout')).height, 'three lines of text').to.be.greaterThan(70);
  });

  it('is beside the sheet of the place on a page at 200 %, and the player is out of the way', async () => {
    page = await suite.open('/#at=6/36/-97.5', { viewport: { width: 640, height: 400 } });
    await page.locator('#loading').waitFor({ state: 'hidden' }); // later clicks would be on the sheet
    const { x, y, width, height } = await mapBox();
    await clickUntil(popup(), () => page.mouse.click(x + width * 0.75, y + height * 0.4));
    await expectFree();
    expect((await boxOf('.readout')).height, 'three lines of text').to.be.greaterThan(70);
    expect(await page.locator('#player').isHidden()).to.equal(true);
    await page.locator('#place-close').click();
    expect(await page.locator('#player').isVisible()).to.equal(true);
  });

  it('has the warning of a place also where more flashes are than it lists', async () => {
    page = await suite.open('/#at=6/36/-97.5&over=warnings,lightning', { viewport: { width: 1280, height: 720 } });
    const flashes = page.locator('#state-lightning', { hasText: '9 ·' });
    await flashes.waitFor({ state: 'attached' });
    await clickSymbol(page);
    await clickUntil(popup().getByText('Lightning'), () => clickAt(page));
    expect(await popup().locator('b').allTextContents()).to.include('Tornado Warning');
  });

  it('leaves the lists closed at 1280 × 720, and shows that the options scroll', async () => {
    await open({ width: 1280, height: 720 });
    const isOpen = (id: string) => page.locator(id).evaluate((details) => (details as HTMLDetailsElement).open);
    expect([await isOpen('#just-now'), await isOpen('#overlays')]).to.deep.equal([false, false]);
    for (const id of ['#overlays', '#options']) await page.locator(`${id} > summary`).click();
    const { scrolls, bar } = await page.locator('#panel').evaluate((panel: HTMLElement) => ({
      scrolls: panel.scrollHeight > panel.clientHeight,
      bar: panel.offsetWidth - panel.clientWidth - 2,
    }));
    expect(scrolls).to.equal(true);
    expect(bar).to.be.greaterThan(5);
    await page.locator('#options a').last().scrollIntoViewIfNeeded();
    const [link, panel] = [(await page.locator('#options a').last().boundingBox())!, await boxOf('#panel')];
    expect(link.y + link.height).to.be.at.most(panel.y + panel.height);
  });
});
