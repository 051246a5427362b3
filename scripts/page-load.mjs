// Measures how quickly the map appears in a browser without a cache.
//
//   node scripts/page-load.mjs [URL] [HASH]
//
// For a small and a desktop window, both with software rendering: when the first request to the API is sent, when radar is on
// the screen, when every frame of the loop has been shown, how many bytes had arrived by then, and how much processor time the
// browser had used. Times are seconds since navigation. Radar is on the screen when enough of the map has the greens of weak
// echoes. Panels are transparent meanwhile, because they cover most of the small window. After that, the loop plays on for some
// passes: how many frames a second it shows, what a frame costs, and which images it requests again.
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const [url = 'http://127.0.0.1:8080', hash = ''] = process.argv.slice(2);
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const windows = [
  { width: 420, height: 320 },
  { width: 1280, height: 800 },
];
/** Share of the pixels of the map. */
const enoughGreen = 0.002;
/** The loop has ended, or the measurement. */
const longestMs = 120_000;
const sampleMs = 100;
/** Of later passes. */
const laterMs = 20_000;

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const session = await browser.newBrowserCDPSession();

/** Processor time of the processes of the browser, in seconds. */
async function cpuSeconds() {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return Object.fromEntries(processInfo.map(({ type, id, cpuTime }) => [`${type} ${id}`, cpuTime]));
}

async function greenShare(jpeg) {
  const { data, info } = await sharp(Buffer.from(jpeg, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let green = 0;
  for (let i = 0; i < data.length; i += 3) {
    if (data[i + 1] > data[i] + 60 && data[i + 1] > data[i + 2] + 60) green++;
  }
  return green / (info.width * info.height);
}

/** Runs in the page: makes panels transparent, and notes when each frame of the loop is first shown, and all that are. */
function watchLoop() {
  localStorage.setItem('play', 'on'); // the page plays by itself for who had it playing
  const seen = new Map();
  const shown = [];
  Object.assign(globalThis, { seenFrames: seen, shownFrames: shown });
  document.addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style');
    style.textContent = '#panel, #player, #notices, #loading, #place-panel { opacity: 0 }';
    document.head.append(style);
    const slider = document.getElementById('scrub');
    setInterval(() => {
      if (slider.max === '0') return;
      if (!seen.has(slider.value)) seen.set(slider.value, performance.now());
      if (shown.at(-1)?.frame !== slider.value) shown.push({ frame: slider.value, at: performance.now() });
    }, 10);
  });
}

/** Later passes: intervals between frames without the pause at the last, processor time by process, and images requested. */
async function playOn(page, requests) {
  const images = () =>
    [...requests.values()].filter(({ path }) => path.endsWith('.png') || path.endsWith('.webp')).length;
  const from = await page.evaluate(() => globalThis.shownFrames.length);
  const [cpuFrom, imagesFrom] = [await cpuSeconds(), images()];
  await new Promise((resolve) => setTimeout(resolve, laterMs));
  const shown = (await page.evaluate(() => globalThis.shownFrames)).slice(from);
  const cpuNow = await cpuSeconds();
  const cpuMs = (type) =>
    Object.entries(cpuNow)
      .filter(([id]) => id.startsWith(type))
      .reduce((sum, [id, seconds]) => sum + 1000 * (seconds - (cpuFrom[id] ?? 0)), 0) / shown.length;
  const intervals = shown
    .slice(1)
    .map(({ at, frame }, i) => ({ ms: at - shown[i].at, isStep: Number(frame) === Number(shown[i].frame) + 1 }))
    .filter(({ isStep }) => isStep)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  const quantile = (share) => intervals[Math.floor(share * (intervals.length - 1))];
  return [
    ['later passes: frames a second', 1000 / quantile(0.5), 1],
    ['  longest interval in twenty, ms', quantile(0.95), 0],
    ['  processor ms a frame: page', cpuMs('renderer'), 0],
    ['  processor ms a frame: drawing', cpuMs('GPU'), 0],
    ['  images requested', images() - imagesFrom, 0],
  ];
}

async function measure(viewport) {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.addInitScript(watchLoop);
  await cdp.send('Network.enable');
  const requests = new Map();
  let origin;
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    origin ??= timestamp;
    requests.set(requestId, { path: new URL(request.url).pathname, at: timestamp - origin });
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    Object.assign(requests.get(requestId) ?? {}, { doneAt: timestamp - origin, bytes: encodedDataLength });
  });
  const painted = [];
  cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    painted.push({ data, at: metadata.timestamp });
    void cdp.send('Page.screencastFrameAck', { sessionId });
  });
  await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 70 });
  const cpu = [];
  const before = await cpuSeconds();
  const began = Date.now() / 1000;
  await page.goto(`${url}/${hash}`, { waitUntil: 'commit' });
  const isComplete = () =>
    page.evaluate(() => {
      const { max } = document.getElementById('scrub') ?? {};
      return Number(max) > 0 && globalThis.seenFrames?.size > Number(max);
    });
  let radarAt;
  let looked = 0;
  while (Date.now() / 1000 - began < longestMs / 1000) {
    cpu.push({ at: Date.now() / 1000 - began, now: await cpuSeconds() });
    for (; radarAt === undefined && looked < painted.length; looked++) {
      if ((await greenShare(painted[looked].data)) > enoughGreen) radarAt = painted[looked].at - began;
    }
    if (radarAt !== undefined) {
      await cdp.send('Page.stopScreencast').catch(() => {});
      if (await isComplete()) break;
    }
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
  }
  const shown = await page.evaluate(() => [...globalThis.seenFrames.values()]);
  const loopAt = shown.length > 0 ? Math.max(...shown) / 1000 : undefined;
  const complete = await isComplete();
  const later = complete ? await playOn(page, requests) : undefined;
  await context.close();

  const all = [...requests.values()];
  const isApi = ({ path }) => path.startsWith('/api/v1/');
  const bytesBy = (at, wanted) =>
    all.filter((one) => one.doneAt <= at && wanted(one)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const cpuBy = (at) => {
    const { now } = cpu.findLast((sample) => sample.at <= at) ?? cpu[0];
    return Object.entries(now).reduce((sum, [id, seconds]) => sum + seconds - (before[id] ?? 0), 0);
  };
  const last = longestMs / 1000;
  const rows = [
    ['first request to the API', Math.min(...all.filter(isApi).map(({ at }) => at))],
    ['radar on the screen', radarAt],
    ['  processor time of the browser', radarAt && cpuBy(radarAt)],
    ['  kB of the page', radarAt && bytesBy(radarAt, (one) => !isApi(one)), 0],
    ['  kB of the API and of tiles', radarAt && bytesBy(radarAt, isApi), 0],
    [`every frame shown (${shown.length})`, complete ? loopAt : undefined],
    ['  processor time of the browser', complete ? cpuBy(loopAt) : undefined],
    ['  kB of the page', bytesBy(last, (one) => !isApi(one)), 0],
    ['  kB of the API and of tiles', bytesBy(last, isApi), 0],
    ...(later ?? []),
  ];
  console.log(`${viewport.width} × ${viewport.height}`);
  for (const [name, value, digits = 2] of rows) {
    console.log(`  ${name.padEnd(40)}${(value === undefined ? 'never' : value.toFixed(digits)).padStart(9)}`);
  }
}

for (const viewport of windows) await measure(viewport);
await browser.close();
