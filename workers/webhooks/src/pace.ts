import { setTimeout as pause } from 'node:timers/promises';
import { FairTurns } from '@severe/async';

/** Who sends a request. */
interface Sender {
  /** Key of fairness of its account. */
  turn: string;
  /** Called when the request takes longer than a young one. */
  onSlow?: () => void;
}

/** Sends a request when it is the turn of its sender, and records its result. */
export type Pace = <Result>(
  sender: Sender,
  send: () => Promise<Result>,
  record: (result: Result) => Promise<void>,
) => Promise<Result>;

export interface PaceOptions {
  /** Requests that are younger than `youngMs` or answered, and not recorded: at first, and while the process is busy. */
  least: number;
  /** The same while many wait and the process is idle, since it waits for receivers only. */
  most: number;
  /** The same of one turn. */
  perTurn: number;
  youngMs: number;
  /** Whether the process has had no time to spare since the last call. */
  isBusy: () => boolean;
}

/** Interval in which the number grows or shrinks while somebody waits. */
const growEveryMs = 50;

/**
 * Limits the requests that are sent and not yet recorded: if the process dies, these are repeated. A slow request makes room
 * for others, so that slow receivers do not delay fast ones. While the database takes no results, no more requests are sent.
 * Turns share the places by the time that they had of them.
 */
export function createPace({ least, most, perTurn, youngMs, isBusy }: PaceOptions): Pace {
  const turns = new FairTurns({ name: 'webhook requests', places: least, perClient: perTurn, maxWaiting: Infinity });
  let places = least;
  let growing: NodeJS.Timeout | undefined;

  function grow(): void {
    growing = undefined;
    if (turns.waiting === 0) places = least;
    else places = isBusy() ? Math.max(least, places / 2) : Math.min(most, places * 2);
    turns.setPlaces(places);
    growWhileWaiting();
  }

  function growWhileWaiting(): void {
    if (turns.waiting > 0 || places > least) growing ??= setTimeout(grow, growEveryMs).unref();
  }

  return ({ turn, onSlow }, send, record) =>
    new Promise((resolve, reject) => {
      turns
        .run(turn, undefined, async () => {
          const sent = send();
          const recorded = sent.then(async (result) => {
            await record(result);
            return result;
          });
          recorded.then(resolve, reject);
          const answered = new AbortController();
          const isSlow = pause(youngMs, true, { signal: answered.signal }).catch(() => false);
          void sent.catch(() => undefined).then(() => answered.abort());
          if (await isSlow) onSlow?.();
          else await recorded.catch(() => undefined); // the caller gets the error
        })
        .catch(reject);
      growWhileWaiting();
    });
}

/** Part of a processor that a busy process uses. */
const busyPart = 0.8;

/**
 * @returns whether this process was busy since the last call. Its processor time counts: on a busy machine the event loop seems
 *   to be busy while it waits for a processor
 */
export function watchBusiness(): () => boolean {
  let last = { at: performance.now(), cpu: process.cpuUsage() };
  return () => {
    const { user, system } = process.cpuUsage(last.cpu);
    const ms = performance.now() - last.at;
    last = { at: performance.now(), cpu: process.cpuUsage() };
    return (user + system) / 1000 > busyPart * ms;
  };
}
