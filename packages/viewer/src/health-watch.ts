import { agedHealth } from './age.ts';
import { client, dataOf, type Health } from './service.ts';

/** The health of the service, and its clock. */
export class HealthWatch {
  #health: Health | undefined;
  /** Offset of the clock of the service. */
  #aheadMs = 0;
  /** Newest times of data that events reported, by source. */
  readonly #dataTimes = new Map<string, number>();
  /** Time of the last successful request, of `performance.now()`. */
  #loadedAt = -Infinity;

  /** The time on the clock of the service. */
  get now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** With the present age of the data; undefined while the service does not respond. */
  get current(): Health | undefined {
    return this.#health && agedHealth(this.#health, this.#dataTimes, this.now);
  }

  /** Milliseconds since the last response. */
  get ageMs(): number {
    return performance.now() - this.#loadedAt;
  }

  async load(): Promise<void> {
    const health = await dataOf(client.get('/meta/health'));
    this.#aheadMs = Date.parse(health.time) - Date.now();
    this.#health = health;
    this.#loadedAt = performance.now();
  }

  /** Notes that the service does not respond. */
  lose(): void {
    this.#health = undefined;
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
