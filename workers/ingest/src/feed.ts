import type { Clock, Log, Settings } from '@severe/base';
import type { ModelSettings } from '@severe/catalogue';
import type { Database } from '@severe/db';
import type { Objects, Pubsub, Queue } from '@severe/platform';
import type { Fetcher } from './fetch/fetcher.ts';
import type { Refused } from './parse/parsed.ts';
import type { UnknownWord } from './parse/unknown-words.ts';

/** A feed fetches, parses and stores. Timing, health and back-off belong to the schedule. */
export interface Feed {
  /** Unique; the argument of `severe feed run`. */
  id: string;
  /** Source of the catalogue; its health is that of this feed's runs. */
  source: string;
  about: string;
  everySeconds: number;
  /** Delay of the first run after the start of the service, so that radar comes first. Default: 0. */
  startDelaySeconds?: number;
  /** Runs in the simulated world only: its provider is not real. */
  only?: 'simulated';
  /** Whether it runs with these settings. Default: true. */
  isEnabled?(settings: FeedContext['settings']): boolean;
  /**
   * Whether it waits, because workers have yet to do much of what it has stored. A replay does not ask: it repeats all runs,
   * however slow its workers are. Default: false.
   */
  isFull?(context: FeedContext): Promise<boolean>;
  /** Idempotent: a second run on the same input leaves the same rows. */
  run(context: FeedContext): Promise<FeedReport>;
  /** Other forms in which its facts are published, such as bulletins; for saved files. */
  otherForms?: OtherForm[];
}

/** A form of the facts of a feed beside that of the provider's service. */
export interface OtherForm {
  /** What it is, for people: `bulletins SAW, SEL, WWP and WOU`. */
  about: string;
  /** Whether a text has this form. */
  matches(text: string): boolean;
  /** Merges the facts of texts with stored ones. Idempotent. */
  store(context: FeedContext, texts: string[]): Promise<FeedReport>;
}

export interface FeedContext {
  settings: ModelSettings &
    Pick<
      Settings,
      | 'satelliteProducts'
      | 'nexradSites'
      | 'satellite'
      | 'synopticToken'
      | 'usgsService'
      | 'usgsApiKey'
      | 'mpingKey'
      | 'spotterNetworkId'
    >;
  fetcher: Fetcher;
  db: Database;
  objects: Objects;
  queue: Queue;
  pubsub: Pick<Pubsub, 'announce'>;
  clock: Clock;
  log: Log;
  /** Aborts long imports when the process stops. */
  signal: AbortSignal;
}

/** Result of one run: numbers of rows, and refused items. */
export interface FeedReport {
  new: number;
  changed: number;
  unchanged: number;
  /** Items that could not be parsed, with the reason; the others were stored. */
  refused: Refused[];
  /** Items that contradict what is stored: both are kept, and health shows the contradiction. */
  conflicts?: { what: string; why: string }[];
  /** Number of valid items that are not served, by reason. */
  ignored?: Record<string, number>;
  /** Words of the provider that are not known; their items were stored. */
  unknownWords?: UnknownWord[];
  /** The provider has more data: run again soon. */
  more: boolean;
  /** It had nothing to do and made no request: the run says nothing about the provider and is not recorded. */
  isIdle?: boolean;
  /** Whether the response as a whole was valid. If so, refused items do not count as a failure of the source. */
  isResponseValid?: boolean;
}

export function emptyReport(): FeedReport {
  return { new: 0, changed: 0, unchanged: 0, refused: [], more: false };
}

/** Adds items that are not served to a report. */
export function addIgnored(report: FeedReport, ignored: Record<string, number>): void {
  for (const [why, count] of Object.entries(ignored)) {
    if (count > 0) report.ignored = { ...report.ignored, [why]: (report.ignored?.[why] ?? 0) + count };
  }
}

/** Adds unknown words to a report. */
export function addUnknownWords(report: FeedReport, words: readonly UnknownWord[]): void {
  const all = report.unknownWords ?? [];
  for (const added of words) {
    const known = all.find(({ field, word }) => field === added.field && word === added.word);
    if (known) known.count += added.count;
    else all.push({ ...added });
  }
  if (all.length > 0) report.unknownWords = all;
}
