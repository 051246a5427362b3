// Takes the screenshots of docs/images from a running demonstration.
//
//   node scripts/screenshots.mjs [URL]
//
// Each image is at most 300 kB: a palette of up to 256 colours. It needs Chromium (CHROMIUM, default /usr/bin/chromium).
import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const [url = 'http://127.0.0.1:8080'] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const maxBytes = 300_000;
const patienceMs = 240_000;
const plains = 'at=5.6/35.8/-97.5';

/** Pictures; `place`: the panel of a place that the storm of a tornado warning may reach. */
const pictures = [
  { name: 'map', hash: plains, viewport: { width: 1440, height: 900 } },
  { name: 'map-laptop', hash: `${plains}&over=warnings,watches,lightning`, viewport: { width: 1280, height: 720 } },
  { name: 'map-dark', hash: plains, viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'map-phone', hash: 'at=5.2/35.6/-97.5', viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: 'place', place: true, zoom: 8.2, viewport: { width: 1280, height: 800 } },
  { name: 'place-phone', place: true, zoom: 7.4, viewport: { width: 390, height: 844 }, hasTouch: true },
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});

/** Sources whose lateness would be in the pictures. */
const wanted = ['radar', 'alerts', 'watches', 'lightning'];
for (;;) {
  const { sources } = await (await fetch(`${url}/api/v1/meta/health`)).json();
  const late = wanted.filter((id) => sources[id].status !== 'ok');
  if (late.length === 0) break;
  console.log(`waits for ${late.join(', ')}`);
  await new Promise((resolve) => setTimeout(resolve, 5000));
}

for (const { name, hash: fixed, place, zoom, ...options } of pictures) {
  const hash = place ? await placeAhead(zoom) : fixed;
  const context = await browser.newContext({
    reducedMotion: 'reduce', // a still image of now
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.goto(`${url}/#${hash}`);
  await page.waitForFunction(() => document.getElementById('loading')?.hidden);
  await page.waitForFunction(() => document.getElementById('drawn')?.textContent !== '…');
  if (place) await page.locator('#place-body .headline').waitFor();
  const image = await page.screenshot({ timeout: patienceMs });
  await context.close();
  const path = `${folder}${name}.png`;
  await sharp(image).png({ palette: true, colours: 256, effort: 10, compressionLevel: 9 }).toFile(path);
  const { size } = statSync(path);
  console.log(`${name.padEnd(16)}${Math.round(size / 1000)} kB`);
  if (size > maxBytes) throw new Error(`${path} has ${size} bytes; at most ${maxBytes} are wanted`);
}
await browser.close();

/** The link of a place ahead of the storm of a tornado warning; waits until there is one. */
async function placeAhead(zoom) {
  for (;;) {
    const { features } = await (await fetch(`${url}/api/v1/alerts?event=Tornado%20Warning&limit=100`)).json();
    const storms = await Promise.all(
      features.map(async ({ id }) => (await fetch(`${url}/api/v1/storms/${id}`)).json()),
    );
    for (const { properties } of storms) {
      if (!properties?.motion) continue;
      const { location, toward_deg: toward, speed_mps: speed } = properties.motion;
      const km = speed * 1.8; // half an hour from its observation
      const radians = (toward * Math.PI) / 180;
      const lat = location[1] + (km * Math.cos(radians)) / 111.2;
      const lon = location[0] + (km * Math.sin(radians)) / (111.2 * Math.cos((lat * Math.PI) / 180));
      const point = [lat, lon].map((degrees) => degrees.toFixed(4));
      const { storm_eta: eta } = await (
        await fetch(`${url}/api/v1/briefing/point?lat=${point[0]}&lon=${point[1]}`)
      ).json();
      if (eta) return `at=${zoom}/${point.join('/')}&over=warnings,storms&place=${point.join(',')}`;
    }
    console.log('waits for a tornado warning');
    await new Promise((resolve) => setTimeout(resolve, 15_000));
  }
}
