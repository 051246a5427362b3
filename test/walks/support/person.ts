import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '@severe/testing/seeded';
import { contradictionsOf, timesOn } from '@severe/viewer/testing/times-on';
import type { Page } from 'playwright-core';

/** What a person at the map has cost the service. */
export interface Visit {
  actions: number;
  /** Requests to the service; those that the browser answers itself are none. */
  requests: number;
  /** Requests that count against the rate limit, in the minute that had most. */
  mostCounted: number;
  /** Requests that were refused by the rate limit. */
  refused: number;
  /** What contradicted the time of the page after an action. */
  contradictions: string[];
  /** Requests by kind, the most frequent first. */
  kinds: [kind: string, requests: number, counted: number][];
}

interface Response {
  at: number;
  kind: string;
  isCounted: boolean;
  status: number;
}

const minuteMs = 60_000;

/** Lets a person pan, zoom, change products, play, step and click without pause, the same for each seed. @param options until the time is over, or so many actions are done */
export async function visit(
  page: Page,
  url: string,
  { seconds = Infinity, most = Infinity, seed }: { seconds?: number; most?: number; seed: number },
): Promise<Visit> {
  const responses = await recordResponses(page, url);
  await page.goto(`${url}/`);
  await page.locator('#layer option').first().waitFor({ state: 'attached' });
  await page.locator('#local[datetime]').waitFor();
  const random = seeded(seed);
  const until = performance.now() + 1000 * seconds;
  const contradictions: string[] = [];
  let actions = 0;
  for (; actions < most && performance.now() < until; actions++) {
    const act = habits[Math.floor(random() * habits.length)];
    await act(page, random);
    contradictions.push(...contradictionsOf(await timesOn(page)).map((each) => `${act.name}: ${each}`));
    await pause(300 + 1200 * random());
  }
  await pause(2000);
  return { ...summaryOf(responses), actions, contradictions };
}

type Act = (page: Page, random: () => number) => Promise<void>;

const pan: Act = async (page, random) => {
  const { x, y } = await middleOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const [right, down] = [600 * (random() - 0.5), 400 * (random() - 0.5)];
  for (let step = 1; step <= 12; step++) {
    await page.mouse.move(x + (right * step) / 12, y + (down * step) / 12);
    await pause(16);
  }
  await page.mouse.up();
};

const zoom: Act = async (page, random) => {
  const { x, y } = await middleOf(page);
  await page.mouse.move(x + 200 * (random() - 0.5), y + 200 * (random() - 0.5));
  const isIn = random() < 0.55;
  for (let turn = 0; turn < 4; turn++) {
    await page.mouse.wheel(0, isIn ? -120 : 120);
    await pause(30);
  }
};

const changeProduct: Act = async (page, random) => {
  const layers = await page
    .locator('#layer option')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  await page.locator('#layer').selectOption(layers[Math.floor(random() * layers.length)]);
};

const play: Act = async (page) => page.locator('#play').click();

const step: Act = async (page) => {
  for (let i = 0; i < 3; i++) await page.locator('#back').click();
};

const click: Act = async (page, random) => {
  const { x, y } = await middleOf(page);
  await page.mouse.click(x + 300 * (random() - 0.5), y + 200 * (random() - 0.5));
};

const close: Act = async (page) => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
};

/** As often as a person does it. */
const habits: Act[] = [pan, pan, pan, pan, zoom, zoom, zoom, changeProduct, play, step, click, close];

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const { width, height } = page.viewportSize()!;
  return { x: width * 0.55, y: height * 0.5 };
}

/** Collects the responses of the service that come over the network. */
async function recordResponses(page: Page, url: string): Promise<Response[]> {
  const responses: Response[] = [];
  const session = await page.context().newCDPSession(page);
  const cached = new Set<string>();
  await session.send('Network.enable');
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (cached.has(requestId) || response.fromDiskCache || !response.url.startsWith(`${url}/api/`)) return;
    const names = Object.keys(response.headers).map((name) => name.toLowerCase());
    responses.push({
      at: performance.now(),
      kind: kindOf(new URL(response.url).pathname),
      isCounted: names.includes('x-ratelimit-remaining'),
      status: response.status,
    });
  });
  return responses;
}

/** `/radar/loop/…tiles` of a path. */
function kindOf(path: string): string {
  const [family, resource = ''] = path.replace('/api/v1/', '').split('/');
  const ending = /\.[a-z]+$/.exec(path)?.[0] ?? '';
  return `${family}${resource ? `/${resource.replace(/[^a-z].*/i, '')}` : ''}${ending}`;
}

function summaryOf(responses: readonly Response[]): Omit<Visit, 'actions' | 'contradictions'> {
  const counted = responses.filter(({ isCounted }) => isCounted);
  const inMinuteAfter = (start: Response): number =>
    counted.filter(({ at }) => at >= start.at && at < start.at + minuteMs).length;
  const kinds = [...new Set(responses.map(({ kind }) => kind))].map((kind): Visit['kinds'][number] => {
    const all = responses.filter((each) => each.kind === kind);
    return [kind, all.length, all.filter(({ isCounted }) => isCounted).length];
  });
  return {
    requests: responses.length,
    mostCounted: Math.max(0, ...counted.map(inMinuteAfter)),
    refused: responses.filter(({ status }) => status === 429).length,
    kinds: kinds.toSorted((one, other) => other[1] - one[1]),
  };
}
