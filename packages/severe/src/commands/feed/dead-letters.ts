import { DataError, formatTime, StartError, UpstreamError } from '@severe/base';
import { frameId, jobs, type FrameFamily } from '@severe/catalogue';
import type { DeadLetter, GivenUpFrame } from '@severe/db';
import { createFeeds, createHttpFetcher, type Feed, type FeedReport } from '@severe/ingest';
import type { Stores } from '../../with-stores.ts';

/** Rows that are printed or retried at once. */
const mostFrames = 1000;
const mostLetters = 100;
/** Runs of a feed that has more data. */
const maxRuns = 20;

/** What was given up: frames that could not be made, and items that could not be read. */
interface GivenUp {
  frames: GivenUpFrame[];
  letters: DeadLetter[];
}

async function readGivenUp({ db }: Stores, source?: string): Promise<GivenUp> {
  const [frames, letters] = await Promise.all([db.frameJobs.givenUp(mostFrames), db.deadLetters.newest(mostLetters)]);
  return {
    frames: frames.filter(({ family }) => source === undefined || family === source),
    letters: letters.filter((letter) => source === undefined || letter.source === source || letter.feed === source),
  };
}

/** What was given up, with its reasons. @returns what to print */
export async function listGivenUp(stores: Stores, json = false): Promise<string> {
  const found = await readGivenUp(stores);
  if (json) return `${JSON.stringify(present(found))}\n`;
  const lines = [...found.frames.map(frameLine), ...found.letters.map(letterLine)];
  return lines.length === 0 ? nothing(stores) : lines.join('');
}

/**
 * Tries again what was given up. Frames wait for a raster worker; those without a file are forgotten, so that their feed
 * fetches it again. Feeds run once without a memory of earlier runs.
 *
 * @param source id of a source or of a feed; default: all
 * @returns what to print
 */
export async function retryGivenUp(stores: Stores, source?: string, json = false): Promise<string> {
  const feeds = createFeeds();
  if (source !== undefined && !feeds.some((feed) => feed.id === source || feed.source === source)) {
    const names = [...new Set(feeds.flatMap((feed) => [feed.source, feed.id]))].sort();
    throw new StartError(`no source or feed is named ${source}; there are ${names.join(', ')}`);
  }
  const { frames, letters } = await readGivenUp(stores, source);
  const retried: string[] = [];
  for (const frame of frames) retried.push(`${frameNameOf(frame)}: ${await retryFrame(stores, frame)}`);
  for (const id of new Set(letters.map(({ feed }) => feed))) {
    const feed = feeds.find((each) => each.id === id);
    if (feed) retried.push(`${id}: ${await retryFeed(stores, feed)}`);
  }
  if (json) return `${JSON.stringify({ retried })}\n`;
  return retried.length === 0 ? nothing(stores) : retried.map((line) => `${line}\n`).join('');
}

async function retryFrame({ db, platform }: Stores, frame: GivenUpFrame): Promise<string> {
  if (!(await platform.objects.head(frame.rawKey))) {
    await db.frameJobs.forget(frame.id);
    return 'its file is gone and is fetched again, if the provider still has it';
  }
  if (!(await db.frameJobs.retry(frame.id))) return 'it has ended meanwhile';
  await platform.queue.wake(jobs.renderFrame, { id: String(frame.id) });
  return 'waits for a raster worker';
}

/** Runs the feed; what it does not refuse again is no longer given up. */
async function retryFeed(stores: Stores, feed: Feed): Promise<string> {
  const { settings, db, platform, clock, log, signal } = stores;
  const { objects, queue, pubsub } = platform;
  const fetcher = createHttpFetcher(settings, signal);
  const startedAt = clock();
  const sum = { new: 0, changed: 0, refused: 0 };
  try {
    let report: FeedReport | undefined;
    for (let run = 0; run < maxRuns && (report?.more ?? true); run++) {
      report = await feed.run({ settings, fetcher, db, objects, queue, pubsub, clock, log, signal });
      await db.deadLetters.record(feed, report.refused);
      sum.new += report.new;
      sum.changed += report.changed;
      sum.refused += report.refused.length;
    }
  } catch (error) {
    if (!(error instanceof DataError || error instanceof UpstreamError)) throw error;
    return `the provider has failed: ${error.message}`;
  }
  await db.deadLetters.remove(feed.id, startedAt);
  return `${sum.new} new, ${sum.changed} changed, ${sum.refused} refused again`;
}

function nothing({ simulated }: Stores): string {
  return simulated
    ? 'Nothing was given up.\n'
    : 'Nothing was given up; --demo shows what a demonstration has given up.\n';
}

function frameNameOf({ family, ...frame }: GivenUpFrame): string {
  return frameId({ ...frame, family: family as FrameFamily });
}

function frameLine(frame: GivenUpFrame): string {
  return `${formatTime(frame.at)}  ${frame.family}  ${frameNameOf(frame)}  ${frame.state}: ${frame.reason}\n`;
}

function letterLine({ source, feed, what, why, times, lastAt }: DeadLetter): string {
  return `${formatTime(lastAt)}  ${source}  ${feed} ${what}  ${times} times: ${why}\n`;
}

function present({ frames, letters }: GivenUp): object {
  return {
    frames: frames.map((frame) => ({
      source: frame.family,
      frame: frameNameOf(frame),
      state: frame.state,
      why: frame.reason,
      at: formatTime(frame.at),
    })),
    items: letters.map(({ firstAt, lastAt, ...letter }) => ({
      ...letter,
      first_at: formatTime(firstAt),
      last_at: formatTime(lastAt),
    })),
  };
}
