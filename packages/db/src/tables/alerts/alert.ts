import type { Area, SearchArea } from '@severe/geo';
import type { Page, Paging, TimeRange } from '../../filters.ts';

/** `ended`: the provider no longer lists it, and does not say why. */
export type AlertStatus = 'active' | 'cancelled' | 'upgraded' | 'expired' | 'ended';

/** What a storm-based warning says in its tags; null where it says nothing. */
export interface AlertTags {
  tornado: string | null;
  damageThreat: string | null;
  hailIn: number | null;
  windMph: number | null;
  flashFlood: string | null;
  pds: boolean;
  emergency: boolean;
}

/** Where a storm comes from and how fast; the points are those of the storm, or of a line of storms. */
export interface StormMotion {
  fromDeg: number;
  speedKt: number;
  observedAt: string;
  points: [lon: number, lat: number][];
}

/** What an alert says, whoever stores it. Texts are the provider's own. */
export interface AlertContent {
  event: string;
  severity: string;
  urgency: string;
  certainty: string;
  headline: string | null;
  messageType: string;
  sent: Date;
  effective: Date | null;
  onset: Date | null;
  expires: Date;
  ends: Date | null;
  wfo: string | null;
  states: string[];
  fips: string[];
  areaDesc: string;
  /** As `kind/ugc`. */
  zones: string[];
  tags: AlertTags;
  motion: StormMotion | null;
  description: string | null;
  instruction: string | null;
}

/** One hazard event as a provider tells of it now. */
export interface AlertEvent extends AlertContent {
  /** `OUN.TO.W.0034.2026`, or the identifier of a message without VTEC. */
  eventKey: string;
  /** The key without its year, where the event may have begun in an earlier one. */
  olderKey: string | null;
  status: 'active' | 'cancelled' | 'upgraded';
  /** What the message does: `NEW`, `CON`, `CAN` …; its type where there is no VTEC. */
  action: string;
  /** Identifiers of the messages that say this, and of those that they take the place of. */
  messages: string[];
  references: string[];
  /** Of all that is said: equal for equal content. */
  digest: string;
  polygon: Area | null;
}

/** An alert as it is shown in a list. */
export interface AlertRow extends Omit<AlertContent, 'description' | 'instruction'> {
  id: number;
  eventKey: string;
  version: number;
  status: AlertStatus;
  /** GeoJSON text. */
  geometry: string | null;
}

/** An alert by its id, and as it is now: two marks are equal where all that a row shows is equal. */
export interface AlertRevision {
  id: number;
  revision: string;
}

/** An alert with everything that is known of it. */
export interface FullAlert extends AlertRow {
  description: string | null;
  instruction: string | null;
  history: { version: number; sent: Date; action: string }[];
}

/** All filters must hold. */
export interface AlertSearch extends Paging, TimeRange {
  area?: SearchArea | undefined;
  state?: string | undefined;
  wfo?: string | undefined;
  /** Names of events in lower case. */
  events?: string[] | undefined;
  severity?: string | undefined;
  urgency?: string | undefined;
  /** Only those in force at `at`. */
  active: boolean;
  at: Date;
}

/** Ids of what a change did. */
export interface AlertChange {
  new: number[];
  updated: number[];
  ended: number[];
}

/** What became of events that were given. */
export interface StoreResult extends AlertChange {
  /** The ids of all. */
  present: number[];
  /** How many were not here before; those that had ended when they came are not among the new. */
  inserted: number;
}

/** How far a reader of changes has come: a version, and the last alert that was read of it. */
export interface ChangeCursor {
  version: number;
  id: number;
}

/** A change to an alert since a cursor; what happened before and between is in the alert. */
export interface ChangedAlert extends AlertRow {
  change: 'new' | 'updated' | 'ended';
  cursor: ChangeCursor;
}

export interface Alerts {
  /**
   * Stores what a provider says now. What is older than what is here changes nothing, and neither does what is equal.
   *
   * @returns what changed, and what became of what was given
   */
  store(events: AlertEvent[]): Promise<StoreResult>;
  /** Ends what has expired and, after a complete list, what is no longer in it. @param present ids of that list */
  expire(present?: number[]): Promise<AlertChange>;
  /** How many are in force as far as the rows say. */
  countActive(): Promise<number>;
  /** The revisions of a page, newest alert first: a reader that caches rows asks for the others by `rows`. */
  searchRevisions(search: AlertSearch): Promise<Page<AlertRevision>>;
  /** The rows of these ids that there are, in any order. */
  rows(ids: number[]): Promise<AlertRow[]>;
  find(id: number): Promise<FullAlert | undefined>;
  /** What changed after a cursor, oldest change first; without one all that is in force. */
  changes(since: ChangeCursor | undefined, limit: number): Promise<ChangedAlert[]>;
  /**
   * How the storm of the strongest warning near a place moves, of those in force that say it; undefined without any.
   *
   * @param place.radiusM warnings further away do not count
   */
  strongestMotion(place: { lat: number; lon: number; radiusM: number }, at: Date): Promise<StormMotion | undefined>;
  /** Zones of alerts in force without a polygon, as `kind/ugc`, of which no shape is known; the newest alert's first. */
  zonesWithoutShape(limit: number): Promise<string[]>;
}
