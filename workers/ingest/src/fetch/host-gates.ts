import { UpstreamError } from '@severe/base';
import { hostLimits, type HostLimits } from '@severe/catalogue';
import PQueue from 'p-queue';

/** Longest pause of a whole host. Feeds that were told to wait longer do so themselves. */
const longestPauseMs = 5 * 60_000;
/** First pause after a 429 that does not say how long. Each further one in a row doubles it. */
const firstPauseMs = 10_000;

/** What a host has said of the rate of requests. */
interface Answer {
  status: number;
  retryAfterSeconds?: number | undefined;
}

interface GateOptions {
  urgent?: boolean | undefined;
  signal: AbortSignal;
}

interface HostGate {
  queue: PQueue;
  /** Moment of `performance.now()` before which the host wants no request. */
  resumeAt: number;
  refusals: number;
}

/**
 * One gate for each host of the providers, for all feeds of a process: so many requests at the same time and a second as
 * the catalogue says. When the host refuses one for its rate, none follows until it wants to be asked again.
 */
export class HostGates {
  readonly #gates = new Map<string, HostGate>();
  readonly #limitsOf: (host: string) => HostLimits;

  /** @param limitsOf how a host may be asked; default: as the catalogue says */
  constructor(limitsOf = hostLimits) {
    this.#limitsOf = limitsOf;
  }

  /**
   * Runs a request when the host may be asked.
   *
   * @param urgent before the others that wait
   * @param signal ends the wait
   * @throws {UpstreamError} the host has asked for a pause
   */
  async run<T>(host: string, task: () => Promise<T>, { urgent = false, signal }: GateOptions): Promise<T> {
    const gate = this.#gateOf(host);
    return gate.queue.add(
      () => {
        const left = gate.resumeAt - performance.now();
        if (left <= 0) return task();
        const seconds = Math.ceil(left / 1000);
        throw new UpstreamError(host, `${host} has asked for a pause, ${seconds} s are left`, {
          retryAfterSeconds: seconds,
        });
      },
      { priority: urgent ? 1 : 0, signal },
    );
  }

  /** Takes note of an answer: a host that refuses a request for its rate is left alone by all feeds. */
  answered(host: string, { status, retryAfterSeconds }: Answer): void {
    const gate = this.#gateOf(host);
    if (status !== 429 && !(status === 503 && retryAfterSeconds)) {
      gate.refusals = 0;
      return;
    }
    const pauseMs = retryAfterSeconds ? retryAfterSeconds * 1000 : firstPauseMs * 2 ** gate.refusals;
    gate.refusals++;
    gate.resumeAt = performance.now() + Math.min(pauseMs, longestPauseMs);
  }

  #gateOf(host: string): HostGate {
    const known = this.#gates.get(host);
    if (known) return known;
    const { concurrent, perSecond } = this.#limitsOf(host);
    const queue = new PQueue({ concurrency: concurrent, intervalCap: perSecond, interval: 1000 });
    const gate = { queue, resumeAt: 0, refusals: 0 };
    this.#gates.set(host, gate);
    return gate;
  }
}
