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

const pictures = [
  { name: 'map', hash: plains, viewport: { width: 1440, height: 900 } },
  { name: 'map-laptop', hash: `${plains}&over=warnings,watches,lightning`, viewport: { width: 1280, height: 720 } },
  { name: 'map-dark', hash: plains, viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'map-phone', hash: 'at=5.2/35.6/-97.5', viewport: { width: 390, height: 844 }, hasTouch: true },
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

for (const { name, hash, ...options } of pictures) {
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
  const image = await page.screenshot({ timeout: patienceMs });
  await context.close();
  const path = `${folder}${name}.png`;
  await sharp(image).png({ palette: true, colours: 256, effort: 10, compressionLevel: 9 }).toFile(path);
  const { size } = statSync(path);
  console.log(`${name.padEnd(16)}${Math.round(size / 1000)} kB`);
  if (size > maxBytes) throw new Error(`${path} has ${size} bytes; at most ${maxBytes} are wanted`);
}
await browser.close();
