import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { DataError, UpstreamError, silentLog } from '@severe/base';
import { createHttpFetcher, type Feed, type FeedContext, type FeedReport, type Fetcher } from '@severe/ingest';
import { schedule } from '@severe/ingest/testing/schedule';
import { watchLoad, type Load } from './event-loop.ts';
import { unreadFileFeeds } from './feeds.ts';
import type { Stores } from './stores.ts';

/** A run of a feed that has ended. */
export interface Run {
  report?: FeedReport;
  error?: unknown;
}

/** What happened while some providers failed. */
export interface Round {
  /** Runs by feed, in order. */
  runs: Map<string, Run[]>;
  /** Whether the feeds that fail had requested something, and whether they got faulty responses. */
  requests: Record<string, { requests: number; faulty: number }>;
  load: Load;
  /** Healthy feeds that had run before most of the others had ended their first run. */
  onTime: Set<string>;
}

/** Interval of the feeds of a round. */
const everySeconds = 0.3;
/** Longest round. Several requests of one run can each wait for two minutes, and a busy machine takes a multiple of that. */
const longestMs = 1_800_000;
/** Runs that a feed needs to name a fault. */
const cycles = 2;

let rounds = 0;

/** The context of feeds, with providers at a URL. */
export function contextFor(stores: Stores, providers: string): FeedContext {
  const { settings, db, clock, platform } = stores;
  const { signal } = new AbortController();
  const { objects, queue, pubsub } = platform;
  const fetcher = createHttpFetcher({ providers }, signal);
  return { settings, fetcher, db, objects, queue, pubsub, clock, log: silentLog, signal };
}

/** The first good file of each feed of frames. */
const files = new WeakMap<Stores, Map<string, Buffer>>();

/**
 * The context of a feed with good providers. For a feed of frames, every file is the first one: the feed stores files without
 * reading them, and the simulator would make hundreds of them for minutes.
 */
export function contextOf(stores: Stores, feed: Feed): FeedContext {
  const context = contextFor(stores, stores.providers);
  if (!unreadFileFeeds.has(feed.id)) return context;
  const { fetcher } = context;
  const known = files.get(stores) ?? new Map<string, Buffer>();
  files.set(stores, known);
  const bytes: Fetcher['bytes'] = async (url, options) => {
    const file = known.get(feed.id) ?? (await fetcher.bytes(url, options));
    if (file) known.set(feed.id, file);
    return file;
  };
  return { ...context, fetcher: { ...fetcher, bytes } };
}

/**
 * Timeout of requests to a provider that sends one byte a second. Local providers have four times as long: ten seconds, more than
 * the five after which others have their turn.
 */
const slowMs = 2500;

/** The same, with shorter timeouts: some feeds wait for two minutes in each of many requests. */
function impatient(fetcher: Fetcher): Fetcher {
  const sooner = (options: Parameters<Fetcher['text']>[1]) => ({ ...options, timeoutMs: slowMs });
  return {
    bytes: (url, options) => fetcher.bytes(url, sooner(options)),
    text: (url, options) => fetcher.text(url, sooner(options)),
    changedText: (url, options) => fetcher.changedText(url, sooner(options)),
  };
}

const fetcherOfRun = new AsyncLocalStorage<Fetcher>();
/** The fetcher of the schedule, which notices slow providers; requests are made by that of the feed that runs. */
const dispatcher: Fetcher = {
  bytes: (url, options) => fetcherOfRun.getStore()!.bytes(url, options),
  text: (url, options) => fetcherOfRun.getStore()!.text(url, options),
  changedText: (url, options) => fetcherOfRun.getStore()!.changedText(url, options),
};

/**
 * Runs all feeds at once in the schedule of the service, some against failing providers, until each has run twice.
 *
 * @param fault with its scope: `html`, or `html.files` for the files that a listing names
 */
export async function runRound(stores: Stores, fault: string, failing: Feed[], healthy: Feed[]): Promise<Round> {
  const number = ++rounds;
  const runs = new Map<string, Run[]>();
  const onTime = new Set<string>();
  const ended = (id: string): number => runs.get(id)?.length ?? 0;
  const mostEnded = (): boolean => failing.filter(({ id }) => ended(id) > 0).length > failing.length / 2;
  const labelOf = ({ id }: Feed): string => `${id}.${number}`;

  const observed = (feed: Feed, providers: string | undefined): Feed => {
    const isFailing = providers !== undefined;
    const { fetcher } = isFailing ? contextFor(stores, providers) : contextOf(stores, feed);
    const own = isFailing && fault.startsWith('slow') ? impatient(fetcher) : fetcher;
    return {
      ...feed,
      everySeconds,
      startDelaySeconds: 0,
      async run(context) {
        const run: Run = {};
        try {
          return (run.report = await fetcherOfRun.run(own, () => feed.run(context)));
        } catch (error) {
          run.error = error;
          throw error;
        } finally {
          runs.set(feed.id, [...(runs.get(feed.id) ?? []), run]);
          if (!isFailing && !mostEnded()) onTime.add(feed.id);
        }
      },
    };
  };
  const feeds = [
    ...failing.map((feed) => observed(feed, `${stores.providers}/faults/${fault}~${labelOf(feed)}`)),
    ...healthy.map((feed) => observed(feed, undefined)),
  ];

  const measure = watchLoad();
  const stop = schedule(feeds, { ...contextFor(stores, stores.providers), fetcher: dispatcher });
  const from = performance.now();
  const isOver = (): boolean => feeds.every(({ id }) => ended(id) >= cycles);
  while (!isOver() && performance.now() - from < longestMs) await pause(20);
  const load = measure();
  await stop();
  const all = (await (await fetch(`${stores.providers}/faults`)).json()) as { requests: Round['requests'] };
  const requests = Object.fromEntries(
    failing.map((feed) => [feed.id, all.requests[labelOf(feed)] ?? { requests: 0, faulty: 0 }]),
  );
  return { runs, requests, load, onTime };
}

/** Whether something could not be read and nothing is new: health must say so. */
export function hasFailed({ report, error }: Run): boolean {
  if (error !== undefined) return true;
  return !report || (report.refused.length > 0 && report.new === 0 && !report.isResponseValid);
}

/** An error that is no failure of a provider or of a store: a mistake in the service. */
export function mistakeOf({ error }: Run): Error | undefined {
  const isFailure = error instanceof DataError || error instanceof UpstreamError;
  return error instanceof Error && !isFailure ? error : undefined;
}
