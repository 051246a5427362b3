import { messageOf, UpstreamError } from '@severe/base';
import type { Database } from '@severe/db';
import type { RecordingWriter } from '@severe/recording';
import type { Feed, FeedContext, FeedReport } from '../feed.ts';
import { around, type Fetcher } from '../fetch/fetcher.ts';
import type { HostGates } from '../fetch/host-gates.ts';
import { createHttpFetcher, type ProviderSettings } from '../fetch/http-fetcher.ts';
import { whyUnreached } from '../fetch/why-unreached.ts';
import { watchOf } from '../replay/record.ts';
import { failureIn } from '../schedule.ts';

/** What one run of a feed has shown of its provider. */
export interface FeedCheck {
  feed: string;
  source: string;
  /** `idle`: it has made no request, because it stands in for another one, or its data are part of the program. */
  state: 'ok' | 'failed' | 'idle';
  /** Hosts that were asked, with the numbers of answers. */
  hosts: Record<string, number>;
  bytes: number;
  ms: number;
  /** Newest time of the content; null if it has none. */
  newest: Date | null;
  /** Rows that were read. Null if the check has ended the run, because it had seen enough. */
  rows: number | null;
  refused: FeedReport['refused'];
  unknownWords: NonNullable<FeedReport['unknownWords']>;
  /** Why it failed, in one line. */
  why?: string;
  /** By how much the clock of the provider is ahead of ours, in milliseconds. */
  aheadMs?: number;
}

export interface CheckOptions {
  context: Omit<FeedContext, 'fetcher'> & { settings: ProviderSettings };
  gates: HostGates;
  /** Keeps the answers. */
  writer?: RecordingWriter | undefined;
  /** Bytes after which a feed is asked for no more. */
  maxBytes: number;
}

/** Runs a feed once, as the service does, and observes what the provider answers. Never rejects. */
export async function checkFeed(feed: Feed, { context, gates, writer, maxBytes }: CheckOptions): Promise<FeedCheck> {
  const from = context.clock();
  const startedAt = performance.now();
  const seen = { hosts: {} as Record<string, number>, bytes: 0, aheadMs: undefined as number | undefined };
  const fetcher = createHttpFetcher(context.settings, context.signal, {
    gates,
    ...(writer ? { watch: watchOf(feed.id, writer) } : {}),
    meter: {
      received({ host, bytes, sentAt }) {
        seen.hosts[host] = (seen.hosts[host] ?? 0) + 1;
        seen.bytes += bytes;
        if (sentAt) seen.aheadMs = sentAt.getTime() - Date.now();
      },
      failed(host) {
        seen.hosts[host] ??= 0;
      },
    },
  });
  const { db, newest } = watchingContent(context.db);
  const found = await runOnce(feed, { ...context, db, fetcher: untilEnough(fetcher, () => seen.bytes >= maxBytes) });
  await writer?.run(feed.id, from, context.clock());
  const { aheadMs, ...counts } = seen;
  return {
    feed: feed.id,
    source: feed.source,
    ...counts,
    ...found,
    ...(found.state === 'ok' && Object.keys(counts.hosts).length === 0 ? { state: 'idle' as const } : {}),
    ms: Math.round(performance.now() - startedAt),
    newest: newest(),
    ...(aheadMs === undefined ? {} : { aheadMs }),
  };
}

type Found = Pick<FeedCheck, 'state' | 'rows' | 'refused' | 'unknownWords'> & { why?: string };

async function runOnce(feed: Feed, context: FeedContext): Promise<Found> {
  try {
    const report = await feed.run(context);
    const failure = failureIn(report);
    const { new: found, changed, unchanged, refused, unknownWords = [] } = report;
    const rows = found + changed + unchanged;
    if (failure === undefined) return { state: 'ok', rows, refused, unknownWords };
    return { state: 'failed', rows, refused, unknownWords, why: whyFailed(failure) };
  } catch (error) {
    const nothing = { rows: null, refused: [], unknownWords: [] };
    return isEnough(error) ? { state: 'ok', ...nothing } : { state: 'failed', ...nothing, why: whyFailed(error) };
  }
}

/** One line about a failure: what the network says, or what was wrong with the answer. */
function whyFailed(error: unknown): string {
  const host = error instanceof UpstreamError ? `${error.system}: ` : '';
  const why = whyUnreached(error);
  return (why === undefined ? messageOf(error) : host + why).replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** Ends a run that has asked for enough. */
class Enough extends Error {}

function isEnough(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof Enough) return true;
  return false;
}

function untilEnough(fetcher: Fetcher, isOver: () => boolean): Fetcher {
  return around(fetcher, (ask) => (isOver() ? Promise.reject(new Enough()) : ask()));
}

/** The same database, which notes the newest times of what feeds store. */
function watchingContent(db: Database): { db: Database; newest: () => Date | null } {
  let newest: Date | null = null;
  const note = (at: Date): void => {
    if (!newest || at > newest) newest = at;
  };
  const { sourceRuns, frameJobs } = db;
  const watched: Database = {
    ...db,
    sourceRuns: {
      ...sourceRuns,
      recordData: (source, at, ...rest) => {
        note(at);
        return sourceRuns.recordData(source, at, ...rest);
      },
    },
    frameJobs: {
      ...frameJobs,
      insert: (job) => {
        note(job.runAt ?? job.validAt);
        return frameJobs.insert(job);
      },
      insertForEach: (products, job) => {
        note(job.runAt ?? job.validAt);
        return frameJobs.insertForEach(products, job);
      },
    },
  };
  return { db: watched, newest: () => newest };
}
