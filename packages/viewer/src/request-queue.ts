import { retryAfter, type Allowance } from './allowance.ts';
import type { Rest } from './rest.ts';

/** The maps rest for this time before what is in sight is asked for: a moment of a drag, or the end of a turn of the wheel. */
const shownRestMs = 80;
/** And for this time before what may be shown later. */
const otherRestMs = 500;
/** Requests of both kinds at the same time. A browser has six connections to a service, or streams of one. */
const [mostShown, mostOthers] = [12, 3];
/** Interval of looks at requests that wait: another frame may be shown. */
const lookMs = 100;
/** Times that something is asked for that is not available, each after a longer wait. */
const mostAttempts = 6;
const longestWaitMs = 60_000;

/** Refused by the rate limit, and temporarily unavailable. */
const comesAgain = new Set([429, 503]);

/** What a request is for. */
export interface Purpose {
  /** Time of the frame, in milliseconds. */
  at: number;
  /** Whether it is in sight. */
  isShown: () => boolean;
}

interface Waiting extends Purpose {
  url: string;
  signal: AbortSignal;
  attempts: number;
  /** Of `performance.now()`. */
  notBefore: number;
  settle: { resolve: (response: Response) => void; reject: (reason: unknown) => void };
}

/**
 * Asks for images while the maps rest: for those in sight at once, then for a few others at a time, those first that are nearest
 * to the shown time, as far as the rate limit leaves room for them. Nothing is asked for that is not wanted any more, and nothing
 * while the service refuses.
 */
export class RequestQueue {
  readonly #rest: Rest;
  readonly #allowance: Allowance;
  readonly #shownAt: () => number;
  readonly #waiting = new Set<Waiting>();
  readonly #running = { shown: 0, others: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param shownAt time of the frame that is shown, in milliseconds */
  constructor(rest: Rest, allowance: Allowance, shownAt: () => number) {
    this.#rest = rest;
    this.#allowance = allowance;
    this.#shownAt = shownAt;
  }

  /** A response of success. @throws the reason of the signal, or {Error} if there is none after some attempts */
  async fetch(url: string, purpose: Purpose, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted();
    let leave = (): void => {};
    const response = new Promise<Response>((resolve, reject) => {
      const waiting: Waiting = { url, ...purpose, signal, attempts: 0, notBefore: 0, settle: { resolve, reject } };
      leave = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave);
      this.#waiting.add(waiting);
      this.#lookIn(0);
    });
    try {
      return await response;
    } finally {
      signal.removeEventListener('abort', leave); // the map keeps the signals of its images
    }
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#look(), ms);
  }

  #look(): void {
    const { shown, others } = this.#running;
    const due = [...this.#waiting].filter(({ notBefore }) => notBefore <= performance.now());
    if (!this.#allowance.isRefused && this.#rest.hasLasted(shownRestMs)) {
      for (const each of due.filter(({ isShown }) => isShown()).slice(0, mostShown - shown)) this.#begin(each, 'shown');
    }
    if (this.#allowance.isOpen && this.#rest.hasLasted(otherRestMs)) {
      const distance = ({ at }: Waiting): number => Math.abs(at - this.#shownAt());
      const nearest = due
        .filter((each) => this.#waiting.has(each))
        .toSorted((one, other) => distance(one) - distance(other));
      for (const each of nearest.slice(0, mostOthers - others)) this.#begin(each, 'others');
    }
    this.#lookIn(lookMs);
  }

  #begin(waiting: Waiting, kind: 'shown' | 'others'): void {
    this.#waiting.delete(waiting);
    this.#running[kind]++;
    void this.#ask(waiting, kind)
      .catch((error: unknown) => waiting.settle.reject(error))
      .finally(() => {
        this.#running[kind]--;
        this.#lookIn(0);
      });
  }

  async #ask(waiting: Waiting, kind: 'shown' | 'others'): Promise<void> {
    const { url, signal, settle } = waiting;
    const response = await fetch(url, { signal, priority: kind === 'shown' ? 'auto' : 'low' });
    this.#allowance.note(response);
    if (response.ok) return settle.resolve(response);
    const { status, headers } = response;
    if (!comesAgain.has(status) || ++waiting.attempts === mostAttempts)
      throw new Error(`${url} responded with ${status}`);
    const waitMs = waiting.attempts * 1000 * Math.max(1, retryAfter(headers));
    waiting.notBefore = performance.now() + Math.min(longestWaitMs, waitMs);
    if (!signal.aborted) this.#waiting.add(waiting);
  }
}
