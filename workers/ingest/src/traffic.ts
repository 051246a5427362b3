import { minuteMs } from '@severe/async';
import { messageOf, type Clock, type Log } from '@severe/base';
import type { Database, HostTraffic } from '@severe/db';
import type { Meter } from './fetch/exchange.ts';
import { whyUnreached } from './fetch/why-unreached.ts';

/** What a host of a provider has answered since the start of the process. */
export interface HostState {
  host: string;
  answers: number;
  bytes: number;
  /** Why the last request failed; undefined if it did not. */
  problem: string | undefined;
  /** By how much the clock of the host is ahead of ours, in milliseconds. */
  aheadMs: number | undefined;
}

/** Interval in which counts are stored. */
const storeMs = minuteMs;

/** Counts what hosts of providers answer: since the start for metrics, and by the hour in the database. */
export class TrafficCounts {
  readonly #db: Pick<Database, 'traffic'>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #hosts = new Map<string, HostState>();
  #unstored = new Map<string, HostTraffic>();
  readonly #timer: NodeJS.Timeout;

  constructor({ db, clock, log }: { db: Pick<Database, 'traffic'>; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#timer = setInterval(() => void this.#store(), storeMs).unref();
  }

  /** Counts the requests of feeds of a source. */
  meterOf(source: string): Meter {
    return {
      received: ({ host, bytes, sentAt }) => {
        const state = this.#stateOf(host);
        state.answers++;
        state.bytes += bytes;
        state.problem = undefined;
        if (sentAt) state.aheadMs = sentAt.getTime() - Date.now();
        const key = `${source} ${host}`;
        const { requests, bytes: before } = this.#unstored.get(key) ?? { requests: 0, bytes: 0 };
        const aheadMs = state.aheadMs ?? null;
        this.#unstored.set(key, { source, host, requests: requests + 1, bytes: before + bytes, aheadMs });
      },
      failed: (host, error) => {
        this.#stateOf(host).problem = whyUnreached(error) ?? messageOf(error);
      },
    };
  }

  /** Every host that was asked, in the order of the first requests. */
  hosts(): HostState[] {
    return [...this.#hosts.values()];
  }

  /** Stores what is counted, and counts no more. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#store();
  }

  async #store(): Promise<void> {
    const counts = [...this.#unstored.values()];
    this.#unstored = new Map();
    try {
      await this.#db.traffic.add(counts, this.#clock());
    } catch (error) {
      this.#log.warn({ reason: messageOf(error) }, 'the traffic of providers was not recorded');
    }
  }

  #stateOf(host: string): HostState {
    const known = this.#hosts.get(host);
    if (known) return known;
    const state: HostState = { host, answers: 0, bytes: 0, problem: undefined, aheadMs: undefined };
    this.#hosts.set(host, state);
    return state;
  }
}
