import { bearingDeg, distanceM, type Point } from '@severe/geo';
import type { AssessedSource } from '../situation.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { fill, type Phrases, type SentenceKey } from './phrases.ts';
import type { Units } from './units.ts';
import { zonedTime, type Language } from './zoned-time.ts';

const phrases: Record<Language, Phrases> = { en: english, es: spanish };

/** How texts are written for a reader. */
export interface Style {
  language: Language;
  units: Units;
  /** IANA time zone of the place; UTC if null. */
  timeZone: string | null;
}

/** Writes the parts of sentences in one style. */
export class Writer {
  readonly units: Units;
  readonly words: Phrases;
  readonly language: Language;
  readonly #timeZone: string | null;
  readonly #now: Date;

  constructor({ language, units, timeZone }: Style, now: Date) {
    this.language = language;
    this.units = units;
    this.words = phrases[language];
    this.#timeZone = timeZone;
    this.#now = now;
  }

  say(key: SentenceKey, values: Record<string, string | number> = {}): string {
    return fill(this.words.sentences[key], values);
  }

  /** `until 5:45 PM CDT`, with the weekday if it is another day. */
  until(at: Date): string {
    return this.#time(at, this.words.until);
  }

  /** `from 5:45 PM CDT`, with the weekday if it is another day. */
  from(at: Date): string {
    return this.#time(at, this.words.from);
  }

  at(at: Date): string {
    return this.#time(at, this.words.at);
  }

  /** `5:45 PM CDT` */
  clock(at: Date): string {
    return zonedTime(at, this.#now, this.#timeZone, this.language).clock;
  }

  /** `until 22:45Z`. */
  untilUtc(at: Date): string {
    return fill(this.words.untilUtc, { clock: `${at.toISOString().slice(11, 16)}Z` });
  }

  /** One of eight directions. */
  direction(degrees: number): string {
    return this.words.compass[Math.round(degrees / 45) % 8];
  }

  directionTo(from: Point, to: Point): string {
    return this.direction(bearingDeg(from, to));
  }

  /** `alerts, radar data and lightning data` */
  sources(sources: readonly AssessedSource[]): string {
    return this.list(sources.map((source) => this.words.sources[source]));
  }

  /** A list with commas, and a conjunction before the last item. */
  list(items: readonly string[]): string {
    if (items.length < 2) return items.join();
    return `${items.slice(0, -1).join(', ')} ${this.words.and} ${items[items.length - 1]}`;
  }

  /** Name of an event; an event without a translation keeps its English name. */
  event(name: string): string {
    return this.words.events[name] ?? name;
  }

  /** `A`, or `An` before a vowel. */
  article(noun: string): string {
    return /^[aeiou]/i.test(noun) ? 'An' : 'A';
  }

  #time(at: Date, forms: Phrases['until']): string {
    const { clock, hour, weekday, otherDay } = zonedTime(at, this.#now, this.#timeZone, this.language);
    const form = otherDay ? (hour === 1 ? 'weekdayOne' : 'weekday') : hour === 1 ? 'one' : 'clock';
    return fill(forms[form], { clock, weekday });
  }
}

/** A text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The item nearest to a place. */
export function nearestTo<T>(place: Point, items: readonly T[], pointOf: (item: T) => Point): T | undefined {
  let best: { item: T; metres: number } | undefined;
  for (const item of items) {
    const metres = distanceM(place, pointOf(item));
    if (!best || metres < best.metres) best = { item, metres };
  }
  return best?.item;
}
