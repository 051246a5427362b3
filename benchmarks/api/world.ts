import { createClock, silentLog } from '@severe/base';
import type { Database } from '@severe/db';
import { openDatabase } from '@severe/db';
import { loadSettings } from '@severe/base';
import { seededNumbers } from '../support/frame-files.ts';

/** The moment of the load; the service's clock begins here. */
export const loadTime = new Date('2026-05-20T22:20:00Z');

/** Where the load lies. */
export const states = ['OK', 'TX', 'KS', 'NE', 'AR', 'MO', 'IA', 'SD', 'CO', 'LA', 'MS', 'AL', 'TN', 'IL', 'IN', 'OH'];

/** What a subject is filled with. */
export interface Fill {
  /** As a line of the report tells it: `2,000 active alerts`. */
  of: string;
  run: (db: Database) => Promise<void>;
}

/** The tables as the service will find them: of the real world, at the moment of the load. */
export function openLoad(databaseUrl: string): Promise<Database> {
  const settings = loadSettings({ DATABASE_URL: databaseUrl });
  return openDatabase(settings, { log: silentLog, clock: createClock(loadTime), simulated: false });
}

/** Seeded choices: the same load in every run. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededNumbers(seed);
  }

  /** From `low` up to, but not including, `high`. */
  between(low: number, high: number): number {
    return low + this.#next() * (high - low);
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  one<T>(of: readonly T[]): T {
    return of[Math.floor(this.#next() * of.length)];
  }

  /** A place in the lower 48 states, or beside them. */
  place(): [lon: number, lat: number] {
    return [round(this.between(-122, -70)), round(this.between(27, 48))];
  }
}

/** Five decimals of a degree, as providers write at most. */
export function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

export function minutesBefore(at: Date, minutes: number): Date {
  return new Date(at.getTime() - minutes * 60_000);
}
