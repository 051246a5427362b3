import { messageOf, UpstreamError } from '@severe/base';
import { sources } from '@severe/catalogue';
import { createFeeds, type Feed, type FeedContext } from '@severe/ingest';
import { faults } from '@severe/simulator/testing/faults';
import { mayChange, mustFail, reasonOf } from './expectations.ts';
import { bucketFeeds, freshFeeds, makeDue, modelFeeds, patientFeeds, setServicesLate, standInFeeds, withoutProvider } from './feeds.ts'; // prettier-ignore
import { contextFor, contextOf, hasFailed, mistakeOf, runRound, type Round } from './round.ts';
import { storeEverything } from './set-up.ts';
import { differences, takeSnapshot, type Snapshot } from './snapshot.ts';
import type { Stores } from './stores.ts';

/** A fault of the provider of a feed: kept promises, broken ones, or why it does not apply. */
export interface Cell {
  fault: string;
  feed: string;
  result: 'kept' | 'broken' | 'not applicable';
  /** What is broken, or the reason. */
  why: string;
}

/** A fault, with what it did to the process. */
export interface FaultResult {
  fault: string;
  cells: Cell[];
  delayP99Ms: number;
  longestMs: number;
  growthMb: number;
}

/** Which part of the matrix is run. */
export interface Selection {
  faults?: readonly string[];
  isChosen?: (feed: Feed) => boolean;
}

/** Limits of guarantees G4 and G16. */
export const maxDelayMs = 50;
export const maxLongestMs = 250;
export const maxGrowthMb = 1024;

/** Faults of a listing and of its files are different faults to a feed of files. */
export const ofFiles = '.files';

/** Tables that record changes: another content and its end are two changes. */
const ofChanges = (name: string): boolean =>
  name.endsWith('_past') || ['stream_events', 'alert_versions', 'outlook_areas', 'alert_messages'].includes(name);
/** Rows that were removed so that feeds have something to request; while the providers fail, they stay away. */
const ofRequests = (name: string): boolean => /^(zones|bulletins|frame_jobs|lightning|facilities|editions)/.test(name);

/** Faults that take time or memory. While half of the sources meet them, the others must go on; then the other half. */
const heavy = new Set(['slow', 'huge', 'gzip-bomb', 'encoded-bomb', 'deep-json', 'long-json', 'deep-xml', 'long-xml', 'endless-listing', 'many-vertices', 'many-alerts', 'error-500', 'html']); // prettier-ignore

/** Runs every feed against every fault. After each fault the providers recover. */
export async function* runMatrix(
  stores: Stores,
  { faults: only, isChosen = () => true }: Selection,
): AsyncGenerator<FaultResult> {
  const chosen = createFeeds().filter((feed) => isChosen(feed) && !(feed.id in withoutProvider));
  const standIns = chosen.filter(({ id }) => standInFeeds.has(id));
  const withProvider = chosen.filter(({ id }) => !standInFeeds.has(id));
  for (const { id } of sources) await stores.db.sourceRuns.recordData(id, stores.clock()); // else bulletins stand in for it
  await storeEverything(stores, withProvider);
  await recover(stores, withProvider); // what was stored first is completed by what came later
  await whileServicesAreLate(stores, () => storeEverything(stores, standIns));
  const baseline = await takeSnapshot(stores);
  const hasBuckets = withProvider.some(({ id }) => bucketFeeds.has(id));

  for (const { id } of faults.filter((fault) => only?.includes(fault.id) ?? true)) {
    const result = await runFault(stores, id, withProvider, baseline);
    if (standIns.length > 0) addTo(result, await whileServicesAreLate(stores, () => runFault(stores, id, standIns, baseline))); // prettier-ignore
    yield result;
    const isOfFiles = !id.includes('listing') && id !== 'repeated-page' && id !== 'endless-pages';
    if (hasBuckets && isOfFiles) {
      const files = withProvider.filter((feed) => bucketFeeds.has(feed.id));
      yield await runFault(stores, `${id}${ofFiles}`, files, baseline);
    }
  }
  const cells = await judgeRecovery(stores, 'recovery', withProvider, baseline);
  yield { fault: 'recovery', cells, delayP99Ms: 0, longestMs: 0, growthMb: 0 };
}

/** Feeds of bulletins request something only then. */
async function whileServicesAreLate<Result>(stores: Stores, act: () => Promise<Result>): Promise<Result> {
  await setServicesLate(stores.sql, true);
  try {
    return await act();
  } finally {
    await setServicesLate(stores.sql, false);
  }
}

/** Adds what a further round of the same fault has shown. */
function addTo(result: FaultResult, more: FaultResult): void {
  result.cells.push(...more.cells);
  result.delayP99Ms = Math.max(result.delayP99Ms, more.delayP99Ms);
  result.longestMs = Math.max(result.longestMs, more.longestMs);
  result.growthMb = Math.max(result.growthMb, more.growthMb);
}

async function runFault(stores: Stores, fault: string, chosen: Feed[], baseline: Snapshot): Promise<FaultResult> {
  const result: FaultResult = { fault, cells: [], delayP99Ms: 0, longestMs: 0, growthMb: 0 };
  const parts = heavy.has(fault) ? 2 : 1;
  for (let part = 0; part < parts; part++) {
    const isOfHalf = ({ source }: Feed): boolean => sources.findIndex(({ id }) => id === source) % parts === part;
    const failingIds = new Set(chosen.filter(isOfHalf).map(({ id }) => id));
    if (failingIds.size === 0) continue;
    const feeds = await freshFeeds(contextFor(stores, stores.providers));
    const failing = feeds.filter(({ id }) => failingIds.has(id));
    const healthy = feeds.filter((feed) => !isOfHalf(feed) && chosen.some(({ id }) => id === feed.id));

    await stores.sql('delete from source_runs');
    await stores.sql('delete from feed_problems');
    await stores.sql('update source_states set last_error = null, last_error_at = null, last_success_at = null');
    await makeDue(failing, stores.sql);
    const before = await takeSnapshot(stores);
    const round = await runRound(stores, fault, failing, healthy);
    const during = await takeSnapshot(stores);
    const cells = [
      ...(await judge(stores, fault, failing, round, { before, during })),
      ...judgeOthers(fault, healthy, round),
    ];
    addTo(result, { fault, cells, ...round.load });
  }
  if (mayChange(fault.replace(ofFiles, '')))
    result.cells.push(...(await judgeRecovery(stores, fault, chosen, baseline)));
  return result;
}

/** With good providers everything is as before, and nothing is there twice. */
async function judgeRecovery(stores: Stores, fault: string, chosen: Feed[], baseline: Snapshot): Promise<Cell[]> {
  await recover(stores, chosen);
  const isCompared = (name: string): boolean => !ofChanges(name) && !ofRequests(name);
  const left = differences(baseline, await takeSnapshot(stores), isCompared);
  return left.length > 0 ? [{ fault, feed: 'all', result: 'broken', why: `afterwards ${left.join('; ')}` }] : [];
}

/** Further runs of a feed that fails with good providers: on a busy machine a request may take too long. */
const maxRetries = 5;

/** Runs every feed twice with good providers. */
async function recover(stores: Stores, chosen: Feed[]): Promise<void> {
  const feeds = (await freshFeeds(contextFor(stores, stores.providers))).filter((feed) =>
    chosen.some(({ id }) => id === feed.id),
  );
  await makeDue(
    feeds.filter(({ id }) => patientFeeds.has(id)),
    stores.sql,
  );
  for (let run = 0; run < 2; run++) {
    await stores.sql(`update frame_jobs set state = 'done' where state in ('waiting', 'running')`);
    await Promise.all(feeds.map((feed) => runPatiently(feed, contextOf(stores, feed))));
  }
}

async function runPatiently(feed: Feed, context: FeedContext): Promise<void> {
  for (let attempt = 0; attempt <= maxRetries; attempt++) {
    const isDone = await feed.run(context).then(
      () => true,
      (error: unknown) => !(error instanceof UpstreamError), // the rows tell
    );
    if (isDone) return;
  }
}

async function judge(
  stores: Stores,
  fault: string,
  failing: Feed[],
  { runs, requests }: Round,
  { before, during }: Record<'before' | 'during', Snapshot>,
): Promise<Cell[]> {
  const name = fault.replace(ofFiles, '');
  const health = new Map((await stores.db.sourceRuns.health(stores.clock())).map((entry) => [entry.source, entry]));
  const changes = differences(before, during);
  return failing.map((feed): Cell => {
    const cell = { fault, feed: feed.id };
    const { requests: asked, faulty } = requests[feed.id];
    const all = runs.get(feed.id) ?? [];
    const mistake = all.map(mistakeOf).find(Boolean);
    if (mistake) return { ...cell, result: 'broken', why: mistake.stack ?? mistake.message };
    if (asked === 0)
      return {
        ...cell,
        result: 'not applicable',
        why: 'it has made no request: nothing was due',
      };
    if (faulty === 0) return { ...cell, result: 'not applicable', why: reasonOf(name) };
    const entry = health.get(feed.source);
    const broken = [
      all.length >= 2 ? '' : `${all.length} runs`,
      mustFail(name, feed.id) && !all.some(hasFailed) ? 'no run has failed' : '',
      all.some(hasFailed) && !entry?.lastErrorAt ? 'health does not name the source' : '',
      all.some(hasFailed) && (entry?.successRate1h ?? 1) === 1 ? 'the success rate is 1' : '',
      all.length > 0 && all.every(hasFailed) && entry?.problems.length === 0 ? 'health tells no problem' : '',
      entry?.dataAt && entry.dataAt > new Date(stores.clock().getTime() + 86_400_000) && !modelFeeds.has(feed.source)
        ? `the newest data are of ${entry.dataAt.toISOString()}`
        : '',
      mayChange(name) && !mustFail(name, feed.id) ? '' : changes.filter((change) => isOf(feed, change)).join('; '),
    ].filter(Boolean);
    return broken.length === 0
      ? { ...cell, result: 'kept', why: '' }
      : { ...cell, result: 'broken', why: broken.join(', ') };
  });
}

/** Tables and paths by the source that writes them; each change is reported once. */
const owners: Record<string, RegExp> = {
  alerts: /^(alert|zones|\/alerts)/,
  observations: /^(station|observation|\/observations)/,
  reports: /^(report|\/reports)/,
  outlooks: /^(outlook|\/outlooks)/,
  watches: /^(watch|\/watches)/,
  discussions: /^(discussion|\/discussions)/,
  eros: /^(ero|\/eros)/,
  tropical: /^(tropical|\/tropical)/,
  text: /^(bulletin|\/afd|\/hwo)/,
  damage_tracks: /^(damage|\/damage)/,
  soundings: /^(sounding|\/soundings)/,
  forecast: /^(forecast|\/forecast)/,
  lightning: /^(lightning|\/lightning)/,
  gauges: /^(gauge|stage|\/gauges)/,
  facilities: /^facilit/,
};

/** Whether a changed table belongs to the source of a feed. */
function isOf({ source }: Feed, change: string): boolean {
  const owner = Object.entries(owners).find(([, pattern]) => pattern.test(change))?.[0];
  if (owner !== undefined) return owner === source;
  return change.startsWith(`frame_jobs of ${source}:`);
}

/** Healthy feeds go on: each runs without failure, and does not wait for providers of others. */
function judgeOthers(fault: string, healthy: Feed[], { runs, onTime }: Round): Cell[] {
  return healthy.flatMap(({ id }): Cell[] => {
    const all = runs.get(id) ?? [];
    const failed = all.find(hasFailed);
    const why = failed
      ? `fails while others fail: ${failed.error ? messageOf(failed.error) : failed.report?.refused[0]?.why}`
      : fault.startsWith('slow') && !onTime.has(id)
        ? 'waits for the providers of others'
        : all.length < 2
          ? `has run ${all.length} times`
          : '';
    return why ? [{ fault, feed: id, result: 'broken', why }] : [];
  });
}
