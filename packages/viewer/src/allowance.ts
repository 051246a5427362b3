/** Share of the rate limit that is left for what is in sight and for questions of the reader. */
const reserved = 2 / 3;
/** Requests leave the count of the service after a minute. */
const windowMs = 60_000;

/** What the rate limit still allows, as the responses say. Those that are not counted say nothing. */
export class Allowance {
  #share = 1;
  /** Of `performance.now()`, as all times here. */
  #notedAt = -Infinity;
  #pausedUntil = -Infinity;
  #refusedUntil = -Infinity;

  note({ status, headers }: Pick<Response, 'status' | 'headers'>): void {
    const [limit, remaining] = ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
    if (status === 429) this.#refusedUntil = inSeconds(retryAfter(headers));
    if (!(limit > 0)) return;
    this.#share = remaining / limit;
    this.#notedAt = performance.now();
    if (!this.isAmple) this.#pausedUntil = inSeconds(Number(/;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
  }

  /** Whether it leaves room for what is not in sight. */
  get isAmple(): boolean {
    return this.#share > reserved || performance.now() - this.#notedAt > windowMs;
  }

  /** Whether something that is not in sight may be asked for now. */
  get isOpen(): boolean {
    return performance.now() >= this.#pausedUntil && !this.isRefused;
  }

  /** Whether nothing may be asked for now. */
  get isRefused(): boolean {
    return performance.now() < this.#refusedUntil;
  }
}

/** The time in so many seconds, but at least in one. */
const inSeconds = (seconds: number): number => performance.now() + 1000 * Math.max(1, seconds || 1);

/** Seconds after which something may be asked for again; 0 if the response does not say it. */
export const retryAfter = (headers: Headers): number => Number(headers.get('retry-after')) || 0;
