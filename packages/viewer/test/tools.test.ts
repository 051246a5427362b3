import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { until } from '@severe/testing/until';
import { browserSuite } from './support/browser-suite.ts';
import { clickAt, clickSymbol, cursorOf, openSection, untilLink } from './support/map-page.ts';
import { placeAnswers } from './support/place-answers.ts';
import { collection } from './support/stand-in.ts';

const time = '2026-05-20T22:18:00Z';
const stamp = '202605202218';
const fresh = { status: 'ok', data_time: time, age_seconds: 12 };
const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });
const product = (id: string, name: string, units: string) => ({
  id,
  name,
  description: '',
  units,
  palettes: ['standard'],
});

const norman = { label: 'Norman, Cleveland County, OK', lat: 35.22, lon: -97.44 };
const normal = { label: 'Normal, McLean County, IL', lat: 40.51, lon: -88.99 };

const answers = {
  ...placeAnswers,
  '/meta/health': {
    simulated: true,
    replay: null,
    time,
    sources: { radar: fresh, alerts: fresh, lightning: fresh, gauges: fresh, observations: fresh },
  },
  '/nexrad/sites': {
    sites: [{ id: 'KTLX', name: 'Oklahoma City/Twin Lakes', state: 'OK', lat: 35.33, lon: -97.28, status: 'online', latest: stamp, tilts: [0.5, 19.5] }], // prettier-ignore
  },
  '/radar/products': {
    products: [
      product('composite-reflectivity', 'Composite reflectivity', 'dBZ'),
      product('rotation-30min', 'Rotation tracks, 30 min maximum', '0.001/s'),
    ],
  },
  '/nexrad/products': { products: [product('srm', 'Storm-relative velocity', 'kt')] },
  '/nexrad/KTLX/frames': { frames: [stamp] },
  '/satellite/products': { products: [] },
  '/hrrr/variables': { variables: [] },
  '/radar/loop/composite-reflectivity.json': { latest: stamp, frames: [stamp], columns: 1, tiles: '/none' },
  '/radar/loop/rotation-30min.json': { latest: stamp, frames: [stamp], columns: 1, tiles: '/none' },
  '/radar/legend/composite-reflectivity.json': { name: 'Composite reflectivity', units: 'dBZ', stops: [], entries: [] },
  '/radar/legend/rotation-30min.json': {
    name: 'Rotation tracks',
    units: '0.001/s',
    stops: [{ value: 3, label: '3', color: '#ccc' }],
    entries: [{ label: 'Below 3 0.001/s', color: null, value: 3 }],
  },
  '/radar/point': { value: 47.5, units: 'dBZ', status: 'ok' },
  '/nexrad/KTLX/srm/point': { storm_motion: '245/35', value: null },
  '/nexrad/legend/srm.json': { name: 'Storm-relative velocity', units: 'kt', stops: [], entries: [] },
  '/alerts': collection(),
  '/lightning': collection([
    { type: 'Feature', geometry: point(-100.6, 36.6), properties: { flash_time: time, energy_fj: 40, area_km2: 90 } },
  ]),
  '/gauges': collection([
    {
      type: 'Feature',
      geometry: point(-99.3, 36.6),
      properties: {
        id: 'X',
        name: 'River',
        stage: 10,
        stage_unit: 'ft',
        discharge: null,
        time,
        flood_category: 'action',
      },
    },
  ]),
  '/observations': collection([
    {
      type: 'Feature',
      geometry: point(-101.9, 36.6),
      properties: { station: 'KOUN', time, temperature: 28.3, dewpoint: 22.1, wind_speed: 32.4, wind_dir_deg: 170, wind_gust: null, pressure: null }, // prettier-ignore
    },
  ]),
  '/geocode/search': (query: URLSearchParams) => ({
    query: query.get('q'),
    results: [norman, normal].filter(({ label }) => label.toLowerCase().startsWith(query.get('q')!)),
  }),
};

describe('viewer tools', function () {
  this.timeout(120_000);
  let page: Page;
  const suite = browserSuite(answers);
  const { service } = suite;

  before(async () => {
    page = await suite.open('/#at=6/36.6/-100.6&over=lightning,gauges,stations', {
      viewport: { width: 1400, height: 900 }, // popups do not move the map
      deviceScaleFactor: 1, // the shapes of symbols are looked at
    });
    await page.locator('#overlay-list .kinds', { hasText: 'Near flood' }).waitFor({ state: 'attached' });
  });

  /** Leaves the page, and opens another view as the same reader. */
  async function reopen(hash: string): Promise<void> {
    await page.goto('about:blank'); // another hash alone is the same page
    await page.goto(`${service.url}/${hash}`);
  }
  const isAsked = (part: RegExp) => service.asked.some((path) => part.test(path));

  it('draw lightning and rivers of one colour in different shapes', async () => {
    await page.locator('#overlays > summary').click(); // the list covers a part of the map
    await page.waitForFunction(() => document.querySelector('#loading')!.hasAttribute('hidden'));
    const maskAt = async (right: number): Promise<boolean[]> => {
      const { x, y, width, height } = (await page.locator('#map').boundingBox())!;
      const clip = {
        x: Math.round(x + width / 2 + right) - 10,
        y: Math.round(y + height / 2) - 10,
        width: 20,
        height: 20,
      };
      const { data } = await sharp(await page.screenshot({ clip })).removeAlpha().raw().toBuffer({ resolveWithObject: true }); // prettier-ignore
      return Array.from({ length: 400 }, (_, i) => data[3 * i] > 200 && data[3 * i + 1] > 200 && data[3 * i + 2] < 140);
    };
    const sizeOf = (mask: boolean[]) => mask.filter(Boolean).length;
    const east = (1.3 / 360) * 512 * 2 ** 6;
    const [bolt, drop] = await until(async () => {
      const masks = [await maskAt(0), await maskAt(east)];
      return masks.every((mask) => sizeOf(mask) >= 15) && masks;
    });
    const both = bolt.filter((isBolt, i) => isBolt && drop[i]).length;
    expect(both / Math.max(sizeOf(bolt), sizeOf(drop))).to.be.below(0.8);
  });

  it('measure distance and bearing between two clicks, in the chosen units', async () => {
    const result = page.locator('#measured');
    await page.getByLabel('Measure distance and bearing').click();
    await clickAt(page);
    await result.getByText('Choose the other end.').waitFor();
    expect(await cursorOf(page)).to.equal('crosshair');
    await clickAt(page, 0, 100);
    // 100 pixels south of 36.6° N at zoom 6: 360 / (512 · 2⁶) · cos(36.2°) degrees each, 98.6 km together
    expect(await result.textContent()).to.match(/^6[01]\.\d mi, bearing 180°$/);
    expect(await page.locator('#place-panel').isHidden()).to.equal(true);
    await openSection(page, 'options');
    await page.locator('#units').selectOption('metric');
    expect(await result.textContent()).to.match(/^9[89]\.?\d? km, bearing 180°$/);
    await page.locator('#map canvas').focus();
    await page.keyboard.press('Escape');
    expect(await result.isHidden()).to.equal(true);
  });

  it('show one system of units in values, legend, scale and places, and remember it', async () => {
    const readout = page.locator('.readout', { hasText: 'Temperature' });
    const clickStation = () => clickSymbol(page, (-1.3 / 360) * 512 * 2 ** 6);
    await clickStation();
    await readout.getByText('Temperature 28 °C').waitFor();
    for (const [units, text] of [
      ['us', '83 °F'],
      ['metric', '28 °C'],
    ]) {
      await page.locator('#units').selectOption(units);
      await clickStation();
      const shown = await page.evaluate(() => document.querySelector('.readout')?.textContent);
      expect(shown, `at once in ${units}`).to.include(text);
    }
    expect(await page.locator('.maplibregl-ctrl-scale').textContent()).to.match(/km$/);
    await page.locator('#units').selectOption('us');
    await readout.getByText('Temperature 83 °F').waitFor(); // without another click
    await page.locator('#place-panel').getByText('mph').waitFor();
    await page.reload();
    await page.waitForFunction(() => (document.querySelector('#units') as HTMLSelectElement).value === 'us');
    await page.locator('#layer').selectOption('radar/rotation-30min');
    await page.locator('#legend', { hasText: 'Not drawn' }).waitFor();
    expect((await page.locator('#legend').textContent())!.replaceAll('× 10⁻³/s', '')).to.not.match(/\/s/);
    await page.locator('#place-close').click();
  });

  it('suggest places while a name is typed, say that they are busy, and go to the best one at Enter', async () => {
    service.held.add('/geocode');
    await page.getByLabel('Find a place').click();
    await page.keyboard.type('norm');
    await page.locator('#found', { hasText: 'Searching…' }).waitFor();
    expect(await page.locator('#places').getAttribute('aria-busy')).to.equal('true');
    service.held.clear();
    await page.locator('#found button', { hasText: 'Normal' }).waitFor();
    expect(await page.locator('#found button').count()).to.equal(2);
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement!.textContent)).to.include('Norman');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await untilLink(page, (hash) => /at=8\/35\.22\d*\/-97\.44/.test(hash));
    expect(await page.locator('#places').isHidden()).to.equal(true);
  });

  it('smooth the images on request, remember it, and keep the measured value under the pointer', async () => {
    const smooth = page.locator('#smooth');
    await page.locator('#layer').selectOption('radar/composite-reflectivity');
    await openSection(page, 'options');
    expect(await smooth.isChecked()).to.equal(false);
    expect(isAsked(/smooth/)).to.equal(false);
    service.asked.length = 0;
    await smooth.check();
    await untilLink(page, (hash) => /[#&]smooth=on/.test(hash));
    await until(() => isAsked(/^\/radar\/tiles\/composite-reflectivity\/.*[?&]smooth=true/));
    expect(isAsked(/^\/radar\/loop\/composite-reflectivity.json.*[?&]smooth=true/)).to.equal(true);
    await clickAt(page);
    await page.locator('.readout', { hasText: '47.5 dBZ' }).waitFor();
    expect(isAsked(/^\/radar\/point\?(?!.*smooth)/)).to.equal(true);
    expect(isAsked(/^\/radar\/point\?.*smooth/)).to.equal(false);

    await reopen('#at=6/36.6/-100.6'); // a link that says nothing about it
    await page.waitForFunction(() => (document.querySelector('#smooth') as HTMLInputElement).checked);
    await openSection(page, 'options');
    service.asked.length = 0;
    await smooth.uncheck();
    await until(() => isAsked(/^\/radar\/tiles\/composite-reflectivity\/(?!.*smooth)/));
    await untilLink(page, (hash) => !hash.includes('smooth'));
    await reopen('#at=6/36.6/-100.6&smooth=on'); // a shared link
    await page.waitForFunction(() => (document.querySelector('#smooth') as HTMLInputElement).checked);
    await smooth.evaluate((box: HTMLInputElement) => box.click());
  });

  it('offer full screen', async () => {
    await page.locator('.maplibregl-ctrl-fullscreen').click();
    await page.waitForFunction(() => document.fullscreenElement === document.body);
    await page.evaluate(() => document.exitFullscreen());
  });

  it('have targets of at least 24 pixels, and selects that show their text', async () => {
    await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
    await page.locator('#layer').selectOption('nexrad/srm');
    await page.locator('#motion-note', { hasText: 'from 245° at 40 mph' }).waitFor();
    expect(await page.locator('#panel').evaluate((panel) => panel.scrollWidth <= panel.clientWidth)).to.equal(true);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, summary, input, [tabindex="0"]')]
        .map((each) =>
          (each as HTMLInputElement).labels?.[0]?.contains(each) ? (each as HTMLInputElement).labels![0] : each,
        )
        .map((each) => ({ text: each.id || each.className || each.textContent, box: each.getBoundingClientRect() }))
        .filter(({ box: { width, height } }) => width > 0 && Math.min(width, height) < 24)
        .map(({ text, box }) => `${text}: ${box.width} × ${box.height}`),
    );
    expect(small).to.deep.equal([]);
    const cut = await page.evaluate(() => {
      const ink = document.createElement('canvas').getContext('2d')!;
      return [...document.querySelectorAll('select')].flatMap((select) => {
        const { font, paddingLeft, paddingRight, width } = getComputedStyle(select);
        ink.font = font;
        const room = parseFloat(width) - parseFloat(paddingLeft) - parseFloat(paddingRight) - 18; // the arrow
        const longest = Math.max(...[...select.options].map(({ text }) => ink.measureText(text).width));
        return select.offsetWidth > 0 && longest > room ? [`${select.id}: ${longest} in ${room}`] : [];
      });
    });
    expect(cut).to.deep.equal([]);
  });
});
