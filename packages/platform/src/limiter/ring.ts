import type { Verdict } from './port.ts';
import { shapeOf } from './window.ts';

/** Initial capacity: V8 stores a typed array of this size in its object, and few clients need more. */
const fewMoments = 8;

/**
 * The requests of one key, oldest first, in a ring buffer that grows on demand:
 *
 *     times   t5 t6 t7 · · t2 t3 t4        each stands for `grain` requests,
 *                          ^ first         the newest one for `inNewest`
 */
export class Ring {
  readonly limit: number;
  readonly #windowMs: number;
  readonly #grain: number;
  readonly #moments: number;
  #times = new Float64Array(fewMoments);
  #first = 0;
  #length = 0;
  #inNewest = 0;

  /** @throws {TypeError} if the limit is not a whole number above 0 */
  constructor(limit: number, windowMs: number) {
    const { grain, moments } = shapeOf(limit);
    this.limit = limit;
    this.#windowMs = windowMs;
    this.#grain = grain;
    this.#moments = moments;
  }

  /** Allocated bytes. */
  get bytes(): number {
    return this.#times.byteLength;
  }

  /** @param now monotonic time in milliseconds */
  take(now: number): Verdict {
    this.#expire(now);
    const used = this.#length === 0 ? 0 : (this.#length - 1) * this.#grain + this.#inNewest;
    const allowed = used < this.limit;
    if (allowed) this.#add(now);
    return {
      allowed,
      remaining: this.limit - used - (allowed ? 1 : 0),
      freedInMs: this.#times[this.#first] + this.#windowMs - now,
    };
  }

  /** Removes expired timestamps. Each is removed once, so the amortized cost per request is constant. */
  #expire(now: number): void {
    while (this.#length > 0 && this.#times[this.#first] + this.#windowMs <= now) {
      this.#first = this.#placeOf(1);
      this.#length--;
    }
  }

  #add(now: number): void {
    if (this.#length > 0 && this.#inNewest < this.#grain) {
      this.#inNewest++;
    } else {
      if (this.#length === this.#times.length) this.#grow();
      this.#length++;
      this.#inNewest = 1;
    }
    this.#times[this.#placeOf(this.#length - 1)] = now;
  }

  #grow(): void {
    const grown = new Float64Array(Math.min(this.#times.length * 2, Math.max(this.#moments, fewMoments)));
    for (let i = 0; i < this.#length; i++) grown[i] = this.#times[this.#placeOf(i)];
    this.#times = grown;
    this.#first = 0;
  }

  #placeOf(i: number): number {
    const place = this.#first + i;
    return place < this.#times.length ? place : place - this.#times.length;
  }
}
