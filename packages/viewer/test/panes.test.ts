import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '@severe/testing/until';
import { axeFindings } from './support/axe.ts';
import { browserSuite } from './support/browser-suite.ts';
import { untilLink, untilPixels } from './support/map-page.ts';
import { placeAnswers } from './support/place-answers.ts';
import { collection } from './support/stand-in.ts';

const [older, newest] = ['202605202212', '202605202218'];
const fresh = { status: 'ok', data_time: '2026-05-20T22:18:00Z', age_seconds: 12 };
const sweep = (id: string, name: string, units: string) => ({
  id,
  name,
  description: '',
  units,
  palettes: ['standard'],
});
const legendOf = (name: string, units: string) => ({ name, units, stops: [], entries: [{ label: `No ${name}`, color: null }] }); // prettier-ignore

const answers = {
  ...placeAnswers,
  '/meta/health': {
    simulated: true,
    replay: null,
    time: '2026-05-20T22:18:00Z',
    sources: { radar: fresh, nexrad: fresh, alerts: fresh },
  },
  '/nexrad/sites': {
    sites: [{ id: 'KTLX', name: 'Twin Lakes', state: 'OK', lat: 35.33, lon: -97.28, status: 'online', latest: newest, tilts: [0.5] }], // prettier-ignore
  },
  '/radar/products': { products: [] },
  '/nexrad/products': {
    products: [sweep('reflectivity', 'Reflectivity', 'dBZ'), sweep('velocity', 'Radial velocity', 'kt')],
  },
  '/nexrad/KTLX/frames': { frames: [older, newest] },
  '/satellite/products': { products: [] },
  '/hrrr/variables': { variables: [] },
  '/nexrad/legend/reflectivity.json': legendOf('Reflectivity', 'dBZ'),
  '/nexrad/legend/velocity.json': legendOf('Radial velocity', 'kt'),
  '/nexrad/KTLX/reflectivity/point': { value: 47.5, units: 'dBZ', status: 'ok', distance_km: null, beam_height_m: null, elevation_deg: null, storm_motion: null }, // prettier-ignore
  '/nexrad/KTLX/velocity/point': { value: -30, units: 'kt', status: 'ok', distance_km: null, beam_height_m: null, elevation_deg: null, storm_motion: null }, // prettier-ignore
  '/alerts': collection(),
};
const [red, green]: [number, number, number][] = [
  [200, 30, 30],
  [30, 160, 60],
];

describe('two panes', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;
  const view = '#at=7/35.33/-97.28&layer=nexrad/reflectivity&site=KTLX&over=none&opacity=100';

  before(async () => {
    service.colours = { '/nexrad/KTLX/reflectivity': '#c81e1e', '/nexrad/KTLX/velocity': '#1ea03c' };
    page = await suite.open(`/${view}`, { viewport: { width: 1280, height: 720 } });
    await untilPixels(page, red);
  });

  const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
  /** Where the cross hair is in a pane, in pixels; undefined if it is hidden. */
  const crossIn = (pane: string) =>
    page.evaluate((id) => {
      const mark = document.querySelector<HTMLElement>(`#${id} .cross`);
      if (!mark || mark.hidden) return undefined;
      const { x, y } = new DOMMatrix(getComputedStyle(mark).transform).transformPoint();
      return [Math.round(x), Math.round(y)];
    }, pane);
  /** Waits until the cross hairs are at the same place of both panes: a map moves them when it draws. */
  const untilCrossesAgree = () =>
    until(async () => String(await crossIn('map')) === String((await crossIn('second-map')) ?? 'none'));
  /** Points at a place of a pane, and waits for both cross hairs. */
  async function pointAt(pane: string, right: number, down: number): Promise<void> {
    const { x, y } = await boxOf(`#${pane}`);
    await page.mouse.move(x + right, y + down);
    await page.waitForFunction(() => document.querySelectorAll('.cross:not([hidden])').length === 2);
  }

  it('show velocity beside reflectivity, each with its name and legend', async () => {
    expect(await page.locator('#second').isHidden()).to.equal(true);
    await page.getByLabel('Two panes').click();
    await page.locator('#second-legend', { hasText: 'No Radial velocity' }).waitFor();
    expect(await page.locator('#beside').inputValue()).to.equal('nexrad/velocity');
    expect(await page.locator('#legend').textContent()).to.include('No Reflectivity');
    await untilPixels(page, green, true, '#second-map');
    await untilPixels(page, red);
    await untilLink(page, (hash) => hash.includes('beside=nexrad/velocity'));
    const [first, second] = [await boxOf('#map'), await boxOf('#second')];
    expect([first.x + first.width, first.width, first.height]).to.deep.equal([second.x, second.width, second.height]);
  });

  it('mark the place under the pointer in both, and read both values there', async () => {
    await pointAt('map', 500, 300);
    await untilCrossesAgree();
    await page.locator('#pointer', { hasText: '47.5 dBZ · ' }).waitFor();
    expect(await page.locator('#pointer').textContent()).to.match(/47\.5 dBZ · [−-]/);
    await pointAt('second-map', 450, 350);
    await until(async () => String(await crossIn('map')) === '450,350');
  });

  it('move together, whichever is moved', async () => {
    for (const pane of ['second-map', 'map']) {
      const before = await page.evaluate(() => location.hash);
      const { x, y } = await boxOf(`#${pane}`);
      await page.mouse.move(x + 500, y + 400);
      await page.mouse.down();
      await page.mouse.move(x + 430, y + 330, { steps: 5 });
      await page.mouse.up();
      await page.waitForFunction((hash) => location.hash !== hash, before);
      await pointAt(pane, 480, 420);
      await untilCrossesAgree();
    }
  });

  it('show the same time', async () => {
    await page.locator('#second-when', { hasText: '22:18Z' }).waitFor();
    await page.locator('#back').click();
    await page.locator('#second-when', { hasText: '22:12Z' }).waitFor();
    await page.locator('#utc', { hasText: '22:12Z' }).waitFor();
    await page.locator('#forward').click();
  });

  it('exchange the product of the second pane without a trace of the old one', async () => {
    await page.locator('#beside').selectOption('nexrad/reflectivity');
    await page.locator('#second-legend', { hasText: 'No Reflectivity' }).waitFor();
    await untilPixels(page, green, false, '#second-map');
    await untilPixels(page, red, true, '#second-map');
    await page.getByLabel('Close the second pane').click();
    await page.locator('#second').waitFor({ state: 'hidden' });
    await page.getByLabel('Two panes').click();
    await untilPixels(page, green, true, '#second-map');
    expect(await page.locator('#beside').inputValue()).to.equal('nexrad/velocity');
  });

  it('keep their pictures in another theme, in which axe finds nothing', async () => {
    await page.getByLabel('Switch between light and dark').click();
    await untilPixels(page, green, true, '#second-map');
    await untilPixels(page, red);
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('keep most of the first pane free of lists, which open again beside the whole map', async () => {
    const spacious = await suite.openBeside(`/${view}`, { viewport: { width: 1280, height: 800 } });
    await spacious.locator('#overlays[open]').waitFor();
    await spacious.getByLabel('Two panes').click();
    await spacious.locator('#second-legend', { hasText: 'No Radial velocity' }).waitFor();
    await spacious.locator('#overlays:not([open])').waitFor();
    const [panel, pane] = await Promise.all(['#panel', '#map'].map((id) => spacious.locator(id).boundingBox()));
    expect((panel!.width * panel!.height) / (pane!.width * pane!.height)).to.be.below(0.35);
    await spacious.getByLabel('Close the second pane').click();
    await spacious.locator('#second').waitFor({ state: 'hidden' });
    await spacious.locator('#overlays[open]').waitFor();
    await spacious.context().close();
  });

  it('are open in a shared link, one above the other on a phone, and close', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('about:blank');
    await page.goto(`${service.url}/${view}&beside=nexrad/velocity`);
    await untilPixels(page, green, true, '#second-map');
    const [first, second] = [await boxOf('#map'), await boxOf('#second')];
    expect(second.y).to.be.closeTo(first.y + first.height, 1);
    expect([second.x, second.width]).to.deep.equal([first.x, first.width]);
    await page.getByLabel('Close the second pane').click();
    expect(await page.locator('#second').isHidden()).to.equal(true);
    await untilLink(page, (hash) => !hash.includes('beside'));
    expect((await boxOf('#map')).height).to.be.above(700);
  });
});
