import { messageOf, type ReplayClock } from '@severe/base';
import { setTimeout as pause } from 'node:timers/promises';
import { answersOfRun, type Answers, type Recording } from '@severe/recording';
import type { Feed, FeedContext, FeedReport } from '../feed.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import { createHttpFetcher } from '../fetch/http-fetcher.ts';
import { attempt, recordRun } from '../schedule.ts';
import { sendRecorded } from './send-recorded.ts';

/** A replay: its clock, and the recording that it plays; without one, the providers follow the clock. */
export interface Replay {
  clock: ReplayClock;
  recording?: Recording;
}

/** A run of a feed in a replay. */
interface Turn {
  feed: Feed;
  /** When it runs, on the clock of the replay. */
  at: Date;
  /** The recorded answers; without them the providers are asked. */
  recorded?: { from: Date; answers: Answers };
}

/** The runs of a replay, in their order. */
export interface Plan {
  /** The next run; undefined after the last one. */
  next(): Turn | undefined;
  /** Notes that a run has ended. */
  done(turn: Turn, report: FeedReport | undefined): void;
}

/** The runs that a recording has. A feed that does not exist any more is left out. */
export function recordedPlan(recording: Recording, feeds: readonly Feed[]): Plan {
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  const turns = recording.runs.values();
  return {
    next() {
      for (const run of turns) {
        const feed = byId.get(run.feed);
        if (feed) return { feed, at: run.to, recorded: { from: run.from, answers: answersOfRun(recording, run) } };
      }
      return undefined;
    },
    done() {},
  };
}

/** Time until the next run of a feed whose provider has more data. */
const soonMs = 2_000;

/** Runs of feeds at their cadence, for providers that follow the clock of the replay. Never ends. */
export function cadencePlan(feeds: readonly Feed[], from: Date): Plan {
  const due = new Map(feeds.map((feed) => [feed, from.getTime() + (feed.startDelaySeconds ?? 0) * 1000]));
  return {
    next() {
      const [first] = [...due].toSorted(([, one], [, other]) => one - other);
      return first && { feed: first[0], at: new Date(first[1]) };
    },
    done({ feed, at }, report) {
      due.set(feed, at.getTime() + (report?.more ? soonMs : feed.everySeconds * 1000));
    },
  };
}

/** How long before its end the clock stands for the last runs: whoever reads it at the end finds everything done. */
const beforeEndMs = 1;
/** How often the clock looks for frames that are not made yet. */
const lookMs = 50;

/**
 * Runs the feeds of a replay one after another. The clock stands while a feed runs and until the frames of
 * radars and satellites are made: a slow machine delays the replay, and changes nothing in it. Frames of models are many, and
 * only the end of the replay waits for them.
 */
export async function play(plan: Plan, context: FeedContext, clock: ReplayClock, signal: AbortSignal): Promise<void> {
  const { log } = context;
  const providers = new RecordedProviders(signal);
  const latest = clock.to.getTime() - beforeEndMs;
  for (let turn = plan.next(); turn && turn.at <= clock.to && !signal.aborted; turn = plan.next()) {
    await clock.advance(new Date(Math.min(turn.at.getTime(), latest)), signal);
    if (signal.aborted) return;
    try {
      const report = await take(turn, { ...context, ...providers.of(turn) }, signal);
      if (!report?.isIdle) await framesMade(context, 'observed', signal);
      plan.done(turn, report);
    } catch (error) {
      log.error({ feed: turn.feed.id, reason: messageOf(error) }, 'replay: a run could not be repeated');
      plan.done(turn, undefined);
    }
  }
  await framesMade(context, 'all', signal);
  await clock.advance(clock.to, signal);
  if (!signal.aborted) log.warn({ to: clock.to.toISOString() }, 'the replay has ended; its last state stays');
}

/** What replaces the providers for recorded runs. A feed keeps its fetcher, which knows what it has stored. */
class RecordedProviders {
  readonly #signal: AbortSignal;
  readonly #fetchers = new Map<string, Fetcher>();
  #answers: Answers = () => undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** The fetcher of a run, and its time: requests contain it. */
  of({ feed, recorded }: Turn): Partial<FeedContext> {
    if (!recorded) return {};
    this.#answers = recorded.answers;
    const send = sendRecorded((asked) => this.#answers(asked));
    const fetcher = this.#fetchers.get(feed.id) ?? createHttpFetcher({}, this.#signal, { send });
    this.#fetchers.set(feed.id, fetcher);
    return { fetcher, clock: () => recorded.from };
  }
}

async function take({ feed }: Turn, context: FeedContext, stopping: AbortSignal): Promise<FeedReport | undefined> {
  const startedAt = context.clock();
  const from = performance.now();
  const { report, error } = await attempt(feed, context, stopping);
  if (stopping.aborted) return undefined;
  if (report?.isIdle) return report; // as while it follows the present
  await recordRun(feed, context, {
    startedAt,
    durationMs: Math.round(performance.now() - from),
    nextRunAt: new Date(startedAt.getTime() + feed.everySeconds * 1000),
    error,
  });
  return report;
}

async function framesMade({ db }: FeedContext, of: 'observed' | 'all', signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await db.frameJobs.isPending(of))) {
    await pause(lookMs);
  }
}
