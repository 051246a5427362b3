// Counts the requests of an open map on the live stream, and of one that polls.
//
//   node scripts/viewer-requests.mjs [URL] [MINUTES] [HASH]
//
// Both pages are open at the same time at a running service. Requests after the first load are counted as the service
// gets them: responses from the cache of the browser do not count. Comments of the stream are not requests.
import { chromium } from 'playwright-core';

const [url = 'http://127.0.0.1:8080', minutes = '5', hash = '#at=5.2/35.6/-97.5'] = process.argv.slice(2);
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** The first load, and what the page loads again when the stream begins. */
const loadMs = 45_000;

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});

async function open(hasStream) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const counts = new Map();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map();
  const cached = new Set();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, request.url));
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const path = new URL(paths.get(requestId) ?? response.url).pathname.replace('/api/v1', '');
    if (cached.has(requestId) || response.fromDiskCache || !response.url.startsWith(url)) return;
    const kind = /\.(png|webp)$/.test(path) ? 'images' : path;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  });
  if (!hasStream) await session.send('Network.setBlockedURLs', { urls: ['*/api/v1/stream*'] }); // a route has no cache
  await page.goto(`${url}/${hash}`);
  return { page, counts };
}

const polling = await open(false);
const live = await open(true);
await new Promise((resolve) => setTimeout(resolve, loadMs));
for (const { counts } of [polling, live]) counts.clear();
await new Promise((resolve) => setTimeout(resolve, Number(minutes) * 60_000));

const kinds = [...new Set([...polling.counts.keys(), ...live.counts.keys()])].toSorted((a, b) => a.localeCompare(b));
const row = (kind, one, other) =>
  console.log(`${kind.padEnd(48)}${String(one).padStart(8)}${String(other).padStart(8)}${fallOf(one, other)}`);
const fallOf = (one, other) => (one > 0 ? `${Math.round((1 - other / one) * 100)} %`.padStart(8) : '');
const sum = ({ counts }, wanted) => kinds.filter(wanted).reduce((all, kind) => all + (counts.get(kind) ?? 0), 0);
console.log(`requests in ${minutes} minutes at ${hash}`.padEnd(48) + ' polling    live   fewer');
for (const kind of kinds) row(kind, polling.counts.get(kind) ?? 0, live.counts.get(kind) ?? 0);
row('data (all but images)', ...[polling, live].map((page) => sum(page, (kind) => kind !== 'images')));
row('all', ...[polling, live].map((page) => sum(page, () => true)));
await browser.close();
