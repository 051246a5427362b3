import { agedHealth, freshHealth } from './age.ts';
import { client, dataOf, type Health } from './service.ts';

/** The health of the service, and its clock. */
export class HealthWatch {
  /** The last response, also while the service does not respond. */
  #last: Health | undefined;
  #isLost = false;
  /** The clock of the service when it was read, the time of the browser then, and how fast the former runs. */
  #clock = { read: Date.now(), at: Date.now(), pace: 1 };
  /** Newest times of data that events reported, by source. */
  readonly #dataTimes = new Map<string, number>();
  /** Time of the last successful request, of `performance.now()`. */
  #loadedAt = -Infinity;

  /** The time on the clock of the service. */
  get now(): number {
    const { read, at, pace } = this.#clock;
    return read + (Date.now() - at) * pace;
  }

  /** With the present age of the data, and the state by it; undefined while the service does not respond. */
  get current(): Health | undefined {
    return this.#last && !this.#isLost ? freshHealth(agedHealth(this.#last, this.#dataTimes, this.now)) : undefined;
  }

  /** Whether the service has been asked: it has answered, or does not respond. */
  get isKnown(): boolean {
    return this.#last !== undefined || this.#isLost;
  }

  /** What kind of data the service has, by the last response: that does not change during an outage. */
  get kind(): Pick<Health, 'simulated' | 'replay'> {
    return this.#last ?? { simulated: false, replay: null };
  }

  /** Since when the list of a source knows its past, in milliseconds, by the last response; undefined if it does not say it. */
  recordsSince(source: string): number | undefined {
    const since = this.#last?.sources[source]?.records_since;
    return since ? Date.parse(since) : undefined;
  }

  /** Milliseconds since the last response. */
  get ageMs(): number {
    return performance.now() - this.#loadedAt;
  }

  async load(): Promise<void> {
    const health = await dataOf(client.get('/meta/health'));
    const [read, at] = [Date.parse(health.time), Date.now()];
    // The clock of a replay waits for its work, so only its past pace is known.
    this.#clock = { read, at, pace: health.replay ? this.#paceUntil(read, at, health.replay) : 1 };
    this.#last = health;
    this.#isLost = false;
    this.#loadedAt = performance.now();
  }

  /** The pace of the clock of a replay since it was last read; 0 if it was not, or has stopped. */
  #paceUntil(read: number, at: number, { speed, ended }: NonNullable<Health['replay']>): number {
    if (!this.#last || ended || at <= this.#clock.at) return 0;
    return Math.min(speed, Math.max(0, (read - this.#clock.read) / (at - this.#clock.at)));
  }

  /** Notes that the service does not respond. */
  lose(): void {
    this.#isLost = true;
  }

  /** Makes the next poll load it. */
  expire(): void {
    this.#loadedAt = -Infinity;
  }

  /** Notes the time of data that an event reports. */
  noteData(source: string, at: number): void {
    this.#dataTimes.set(source, Math.max(this.#dataTimes.get(source) ?? 0, at));
  }
}
