import { createClock, silentLog, type Clock } from '@severe/base';
import type { Database } from '@severe/db';
import { openDatabase } from '@severe/db';
import { loadSettings } from '@severe/base';
import { seededNumbers } from '../support/frame-files.ts';

/** Time of the data; the service's clock starts here. */
export const loadTime = new Date('2026-05-20T22:20:00Z');

/** Area of the data. */
export const states = ['OK', 'TX', 'KS', 'NE', 'AR', 'MO', 'IA', 'SD', 'CO', 'LA', 'MS', 'AL', 'TN', 'IL', 'IN', 'OH'];

/** Rows of a subject. */
export interface Fill {
  /** Line of the report: `2,000 active alerts`. */
  of: string;
  run: (db: Database) => Promise<void>;
}

/** The tables of the service: real world, by default at the time of the data. */
export function openLoad(databaseUrl: string, clock: Clock = createClock(loadTime)): Promise<Database> {
  const settings = loadSettings({ DATABASE_URL: databaseUrl });
  return openDatabase(settings, { log: silentLog, clock, simulated: false });
}

/** Seeded random choices: the same data in every run. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededNumbers(seed);
  }

  /** A number in [low, high). */
  between(low: number, high: number): number {
    return low + this.#next() * (high - low);
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  one<T>(of: readonly T[]): T {
    return of[Math.floor(this.#next() * of.length)];
  }

  /** A position in or near the lower 48 states. */
  place(): [lon: number, lat: number] {
    return [round(this.between(-122, -70)), round(this.between(27, 48))];
  }
}

/** Rounds to five decimals of a degree, the maximum of the providers. */
export function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

export function minutesBefore(at: Date, minutes: number): Date {
  return new Date(at.getTime() - minutes * 60_000);
}
