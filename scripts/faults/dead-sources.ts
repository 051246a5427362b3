import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assessedSources, hourSources, languages, type AssessedSource } from '@severe/assessment';
import { createClock, silentLog } from '@severe/base';
import { createFeeds } from '@severe/ingest';
import { startSimulator } from '@severe/simulator';
import { startProcess, withFolder } from '../support/service-process.ts';
import { startFailingProviders } from './dead-sources/failing-providers.ts';
import type { FaultSuite } from './suite.ts';

/** Sources that fail, one after another, separated by commas; default: all that answers about a place are made from. */
const chosen = process.env.SEVERE_DEAD_SOURCES?.split(',');
const begin = Date.parse('2026-05-20T20:00:00Z');
/** Time from one source to the next: all data are stale by then, and those of the others are fetched again. */
const stepMs = 6 * 3_600_000;
/** Only what the answers are made from: images of satellites and single radars are most of the work of a start. */
const feeds = createFeeds().flatMap(({ id, source }) =>
  [...assessedSources, 'counties', 'places'].includes(source) ? [id] : [],
);
/** A busy machine takes minutes until radar and model are there. */
const patienceMs = 900_000;

/** A place where often nothing happens, one in the storms, and the county of it. */
const places = ['lat=47.6062&lon=-122.3321', 'lat=35.22&lon=-97.44'];
const missing = { en: /unavailable at the moment/, es: /faltan/i };

/** Each source of the answers about a place fails once, while the whole service runs on. */
export const deadSources: FaultSuite = {
  about:
    'answers about places while each source fails in turn, with its old data (SEVERE_DEAD_SOURCES=alerts,radar: some)',
  run: (report) =>
    withFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      await withSource(undefined, dataDir, begin, async () => undefined);
      const sources = assessedSources.filter((source) => chosen?.includes(source) ?? true);
      for (const [i, source] of sources.entries()) {
        const start = begin + (i + 1) * stepMs;
        const { asked, broken } = await withSource(source, dataDir, start, (url) => judge(url, source));
        for (const line of broken.slice(0, 5)) console.log(`    ${line}`);
        report({
          promise: `${source} fails: no answer reads as all clear`,
          measured: `${asked} answers, ${broken.length} broken`,
          state: broken.length > 0 ? 'broken' : 'kept',
        });
      }
    }),
};

/** Runs the service with one source failing, and works with it once that is stale and the others are not. */
async function withSource<T>(
  failing: AssessedSource | undefined,
  dataDir: string,
  start: number,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const at = new Date(start);
  const simulator = await startSimulator({ port: 0, seed: 1, clock: createClock(at), log: silentLog });
  const providers = await startFailingProviders(simulator.url, failing);
  const env = { PROVIDERS: providers.url, SEVERE_CLOCK: at.toISOString() };
  const service = await startProcess({ args: ['--demo', '--feeds', feeds.join()], dataDir, env });
  try {
    await untilStale(service.url, failing);
    return await work(`${service.url}/api/v1`);
  } finally {
    await service.end('SIGTERM');
    await providers.close();
    await simulator.close();
  }
}

interface Health {
  sources: Record<AssessedSource, { status: string }>;
}

async function untilStale(url: string, failing: AssessedSource | undefined): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { sources } = await json<Health>(`${url}/api/v1/meta/health`);
    const late = assessedSources.filter((id) => (sources[id].status === 'ok') === (id === failing));
    if (late.length === 0) return;
    if (performance.now() > deadline) throw new Error(`waited for ${late.join(', ')}`);
    await pause(1000);
  }
}

interface Answer {
  status: string;
  status_reason: string | null;
  headline: string;
  meaning: string;
  sources: string[];
  unavailable: string[];
  summary: { peak_risk: string; text: string };
}

/** Asks for every kind of answer in every language. @returns what contradicts the promise */
async function judge(url: string, source: AssessedSource): Promise<{ asked: number; broken: string[] }> {
  const broken: string[] = [];
  let asked = 0;
  const ask = async (path: string, holds: (answer: Answer) => unknown): Promise<void> => {
    asked++;
    const answer = await json<Answer>(url + path);
    if (!holds(answer)) broken.push(`${path}: ${JSON.stringify(answer).slice(0, 600)}`);
  };
  /** A status that the source could have raised is not told. */
  const isHonest = ({ status, unavailable }: Answer): boolean =>
    unavailable.includes(source) &&
    status !== 'normal' &&
    !(status === 'elevated' && ['alerts', 'watches'].includes(source));

  for (const lang of languages) {
    for (const place of places) {
      const query = `${place}&lang=${lang}`;
      await ask(`/locations/summary?${query}`, (answer) => {
        const isNamed = answer.status !== 'unknown' || missing[lang].test(answer.status_reason ?? '');
        return isHonest(answer) && isNamed;
      });
      await ask(`/briefing/point?${query}`, (answer) => {
        const isNamed = missing[lang].test(`${answer.headline} ${answer.meaning}`);
        return isHonest(answer) && isNamed && !answer.sources.includes(source);
      });
      await ask(`/briefing/timeline?${query}`, ({ unavailable, summary }) => {
        const isNamed = !hourSources.includes(source) || missing[lang].test(summary.text);
        return unavailable.includes(source) && isNamed;
      });
    }
    const inCounty = ['alerts', 'watches', 'discussions', 'outlooks', 'reports'].includes(source);
    await ask(`/jurisdiction/summary?fips=53033&lang=${lang}`, (answer) => !inCounty || isHonest(answer));
  }
  return { asked, broken };
}

async function json<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
