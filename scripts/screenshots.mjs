// Takes the screenshots of docs/images from a running demonstration.
//
//   node scripts/screenshots.mjs [URL [NAME…]]
//
// Each image is at most 300 kB: a palette of up to 256 colours. It needs Chromium (CHROMIUM, default /usr/bin/chromium).
import { mkdirSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const [url = 'http://127.0.0.1:8080', ...chosen] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const maxBytes = 300_000;
const patienceMs = 240_000;
const plains = 'at=5.6/35.8/-97.5';

/**
 * Pictures of the map, or of another `page`. `place`: the panel of a place that the storm of a tornado warning may reach;
 * `minutesAgo`: the time of the slider; `framesAhead`: frames of the next hour behind the newest image; `ready`: what is shown once the page is complete, if it is not the map.
 */
const pictures = [
  { name: 'map', hash: plains, viewport: { width: 1440, height: 900 } },
  { name: 'map-laptop', hash: `${plains}&over=warnings,watches,lightning`, viewport: { width: 1280, height: 720 } },
  { name: 'map-dark', hash: plains, viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'map-phone', hash: 'at=5.2/35.6/-97.5', viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: 'map-past', hash: plains, minutesAgo: 12, viewport: { width: 1280, height: 720 } },
  { name: 'map-ahead', hash: plains, framesAhead: 6, viewport: { width: 1280, height: 720 } },
  { name: 'status', page: '/status', ready: '#sources tr', viewport: { width: 1280, height: 800 } },
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
  await pause(5000);
}

for (const { name, ready, ...picture } of pictures) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const { page: other, hash, place, zoom, minutesAgo, framesAhead, ...options } = picture;
  const time = minutesAgo ? `&time=${await frameBefore(minutesAgo)}` : '';
  const link = other ?? `/#${place ? await placeAhead(zoom) : hash}${time}`;
  const context = await browser.newContext({
    reducedMotion: 'reduce', // a still image of now
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const quiet = untilQuiet(page);
  await page.goto(`${url}${link}`);
  if (ready) await page.locator(ready).first().waitFor();
  else {
    await page.waitForFunction(() => document.getElementById('loading')?.hidden);
    await page.waitForFunction(() => document.getElementById('drawn')?.textContent !== '…');
  }
  if (framesAhead) await moveAhead(page, framesAhead);
  if (place) await page.locator('#place-body .headline').waitFor();
  await quiet();
  const image = await page.screenshot({ timeout: patienceMs });
  await context.close();
  const path = `${folder}${name}.png`;
  await sharp(image).png({ palette: true, colours: 256, effort: 10, compressionLevel: 9 }).toFile(path);
  const { size } = statSync(path);
  console.log(`${name.padEnd(16)}${Math.round(size / 1000)} kB`);
  if (size > maxBytes) throw new Error(`${path} has ${size} bytes; at most ${maxBytes} are wanted`);
}
await browser.close();

/** Waits until the page asks for nothing, for two seconds in which what has come is drawn. The live stream does not end. */
function untilQuiet(page) {
  const open = new Set();
  let changedAt = Date.now();
  const note = (change) => (request) => {
    change(request);
    changedAt = Date.now();
  };
  page.on('request', note((request) => request.url().includes('/stream') || open.add(request))); // prettier-ignore
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, note((request) => open.delete(request))); // prettier-ignore
  return async () => {
    while (open.size > 0 || Date.now() - changedAt < 2000) await pause(100);
  };
}

/** Moves the slider into the next hour, once there is one, and waits for its images. */
async function moveAhead(page, frames) {
  const scrub = page.locator('#scrub');
  await page.locator('#times[style*="--measured"]:not([style*="100%"])').waitFor({ state: 'attached' });
  await scrub.fill(String(Number(await scrub.inputValue()) + frames));
  await page.locator('#ahead').waitFor();
  await pause(2000); // its images are requested
  await page.waitForFunction(() => document.getElementById('loading')?.hidden);
}

/** The time of the frame of the first layer some minutes before the newest; waits until there is one. */
async function frameBefore(minutes) {
  for (;;) {
    const { frames, interval_minutes: step } = await (await fetch(`${url}/api/v1/radar/frames`)).json();
    const frame = frames.at(-1 - Math.round(minutes / step));
    if (frame) return frame;
    console.log(`waits for ${minutes} minutes of frames`);
    await pause(15_000);
  }
}

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
    await pause(15_000);
  }
}
