import type { Clock, Log, Settings } from '@severe/base';
import type { Database } from '@severe/db';
import type { Objects, Pubsub, Queue } from '@severe/platform';
import type { Fetcher } from './fetch/fetcher.ts';

/** A feed reads as the story of its data: timing, health and back-off belong to the schedule. */
export interface Feed {
  /** Unique; what `severe feed run` is asked for. */
  id: string;
  /** The source of the catalogue whose health this feed's runs tell. */
  source: string;
  about: string;
  everySeconds: number;
  /** How long it lets others go first when a service starts; 0 unless told. Radar is what people wait for. */
  startDelaySeconds?: number;
  /** It runs in this world alone: the demonstration has what nobody else has, and lacks what needs a key. */
  only?: 'simulated' | 'live';
  /** Whether it runs with these settings; it does unless told. */
  isEnabled?(settings: FeedContext['settings']): boolean;
  /** Running twice on the same input leaves the same rows. */
  run(context: FeedContext): Promise<FeedReport>;
}

export interface FeedContext {
  settings: Pick<
    Settings,
    'nexradSites' | 'satellite' | 'synopticToken' | 'usgsService' | 'mpingKey' | 'spotterNetworkId'
  >;
  fetcher: Fetcher;
  db: Database;
  objects: Objects;
  queue: Queue;
  pubsub: Pick<Pubsub, 'publish'>;
  clock: Clock;
  log: Log;
}

/** What one run did. */
export interface FeedReport {
  new: number;
  changed: number;
  unchanged: number;
  /** What could not be taken, and why; the rest was. */
  refused: { what: string; why: string }[];
  /** More is waiting at the provider: run again soon. */
  more: boolean;
  /** The answer as a whole was good: what was refused of it is no failure of the source. */
  sound?: boolean;
}

export function emptyReport(): FeedReport {
  return { new: 0, changed: 0, unchanged: 0, refused: [], more: false };
}
