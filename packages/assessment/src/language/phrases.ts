import type { Risk } from '../hour-rules.ts';
import type { Status } from '../status.ts';
import type { ThreatKind } from '../threats.ts';
import type { AssessedSource } from '../situation.ts';
import type { Echo } from './echo.ts';

/** Everything that a text is made of, in one language. Sentences have gaps: `{until}`. */
export interface Phrases {
  sentences: Record<SentenceKey, string>;
  /** Eight directions, clockwise from north. */
  compass: readonly string[];
  statuses: Record<Status, string>;
  risks: Record<Risk, string>;
  threats: Record<ThreatKind, string>;
  /** What a source would tell, for the list of what is unavailable. */
  sources: Record<AssessedSource, string>;
  /** Levels of convective outlooks by rank, from `TSTM`. */
  outlookLevels: readonly string[];
  /** Echoes of the radar by strength, see `echoOf`. */
  echoes: Record<Echo, string>;
  reportTypes: Record<'tornado' | 'hail' | 'wind' | 'flood', string>;
  watches: Record<'TOR' | 'SVR' | 'other', string>;
  /** Names of events; an event that is not listed keeps its name. */
  events: Record<string, string>;
  and: string;
  /** `from`, `until` and `at` with a clock time; `one`: at one o'clock, which Spanish has in the singular. */
  from: Record<'clock' | 'one' | 'weekday' | 'weekdayOne', string>;
  until: Record<'clock' | 'one' | 'weekday' | 'weekdayOne', string>;
  at: Record<'clock' | 'one' | 'weekday' | 'weekdayOne', string>;
  /** The same in UTC, `22:45Z`. */
  untilUtc: string;
}

/** Every sentence. `docs/assessment.md` lists where each comes from. */
const sentenceKeys = [
  // Reasons of a status, `/locations/summary`.
  'reasonAlert',
  'reasonEmergency',
  'reasonDangerous',
  'reasonObservedTornado',
  'reasonWatch',
  'reasonDiscussion',
  'reasonOutlook',
  'reasonNormal',
  'reasonUnknown',
  'reasonUnknownDespite',
  // Headlines of a briefing.
  'headAlert',
  'headEmergency',
  'headDangerous',
  'headObservedTornado',
  'headWatch',
  'headPdsWatch',
  'headDiscussion',
  'headOutlook',
  'headNormal',
  'headUnknown',
  'headAlso',
  'headNamed',
  'headCounted',
  // What is happening.
  'stormTornado',
  'stormTornadoHere',
  'stormTornadoStill',
  'stormTornadoIndicated',
  'stormWarned',
  'stormCell',
  'stormHere',
  'stormStill',
  'echoHere',
  'echoNear',
  'noRain',
  'rainMayBegin',
  'rainMayBeginBetween',
  'rainMayLast',
  'rainMayLastOn',
  'rainMayEnd',
  'rainMayGoOn',
  'rainIsPossible',
  'lightning',
  'oneFlash',
  'reports',
  'oneReport',
  'observed',
  'wind',
  'gusts',
  'calm',
  'noStormNear',
  'underAlert',
  'nothingHappens',
  'nothingKnown',
  'notCovered',
  // What it means.
  'shelterTornado',
  'shelterStorm',
  'floodAction',
  'otherWarning',
  'watchMeans',
  'advisoryMeans',
  'elevatedMeans',
  'thunderMeans',
  'reportMeans',
  'normalMeans',
  'unknownMeans',
  'threatens',
  'upTo',
  'mayArrive',
  'mayArriveNow',
  'mayArriveAt',
  'spread',
  'away',
  // Timelines.
  'noRisk',
  'riskPeak',
  'riskOther',
  'riskSpan',
  'riskSpanOpen',
  'riskAtTimes',
  'modelAway',
] as const;
export type SentenceKey = (typeof sentenceKeys)[number];

/**
 * Fills the gaps of a sentence.
 *
 * @throws {Error} if a value of a gap is missing: a fault of the caller, which tests find
 */
export function fill(sentence: string, values: Record<string, string | number> = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`the sentence "${sentence}" needs ${gap}`);
    return String(values[name]);
  });
}
