import type { Area, SearchArea } from '@severe/geo';
import type { Page, Paging, TimeRange } from '../../filters.ts';

/** `ended`: the provider no longer lists it and gives no reason. */
export type AlertStatus = 'active' | 'cancelled' | 'upgraded' | 'expired' | 'ended';

/** Tags of a storm-based warning, in the words of the provider; null if absent. */
export interface AlertTags {
  tornado: string | null;
  damageThreat: string | null;
  hailIn: number | null;
  /** How the hail is known: `RADAR INDICATED` or `OBSERVED`. */
  hailThreat: string | null;
  windMph: number | null;
  windThreat: string | null;
  flashFlood: string | null;
  /** `1-2 INCHES IN 1 HOUR`. */
  rainfallRate: string | null;
  damFailure: string | null;
  leveeFailure: string | null;
  waterspout: string | null;
  landspout: string | null;
  snowSquall: string | null;
  snowSquallImpact: string | null;
  pds: boolean;
  emergency: boolean;
}

/** Direction from which a storm moves, its speed, and the points of the storm or of a line of storms. */
export interface StormMotion {
  fromDeg: number;
  speedKt: number;
  observedAt: string;
  points: [lon: number, lat: number][];
}

/** Content of an alert. Texts are those of the provider. */
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
  /** When it is over unless a message ends it: the later of `messageExpires` and `ends`. */
  expires: Date;
  /** When the provider's message expires. */
  messageExpires: Date;
  /** End of the hazard; null if it is open. */
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

/** One hazard event in the current list of the provider. */
export interface AlertEvent extends AlertContent {
  /** `OUN.TO.W.0034.2026`, or the identifier of a message without VTEC. */
  eventKey: string;
  /** The key without its year, if the event may have begun in an earlier year; else null. */
  olderKey: string | null;
  status: 'active' | 'cancelled' | 'upgraded';
  /** Action of the message: `NEW`, `CON`, `CAN` …; its type without VTEC. */
  action: string;
  /** Identifiers of its messages, and of the messages that they replace. */
  messages: string[];
  references: string[];
  /** Digest of the content. */
  digest: string;
  /** Whether it is read from a text, which has no ratings: it does not replace a message of the same time. Default: false. */
  isText?: boolean;
  polygon: Area | null;
}

/** An alert in a list. */
export interface AlertRow extends Omit<AlertContent, 'description' | 'instruction'> {
  id: number;
  eventKey: string;
  version: number;
  status: AlertStatus;
  /** GeoJSON text. */
  geometry: string | null;
}

/** The id of an alert and its revision: if two revisions are equal, the rows are presented equally. */
export interface AlertRevision {
  id: number;
  revision: string;
}

/** An alert with its texts and history. */
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
  /** Event names in lower case. */
  events?: string[] | undefined;
  severity?: string | undefined;
  urgency?: string | undefined;
  /** Only those active at `at`. */
  active: boolean;
  at: Date;
}

/** A search among the alerts as they were known at a moment. */
export interface PastAlertSearch extends AlertSearch {
  asOf: Date;
}

/** Ids of the changed rows. */
export interface AlertChange {
  new: number[];
  updated: number[];
  ended: number[];
}

/** Result of storing events. */
export interface StoreResult extends AlertChange {
  /** Ids of the rows of all events. */
  present: number[];
  /** Number of inserted rows. Events that have already ended are not in `new`. */
  inserted: number;
}

/** Position of a reader of changes: a version, and the last alert read of it. */
export interface ChangeCursor {
  version: number;
  id: number;
}

/** A change of an alert since a cursor; the alert has its current state. */
export interface ChangedAlert extends AlertRow {
  change: 'new' | 'updated' | 'ended';
  cursor: ChangeCursor;
}

export interface Alerts {
  /**
   * Stores events. Events that are equal to their row, or older, change nothing.
   *
   * @returns what changed, and the rows of all events
   */
  store(events: AlertEvent[]): Promise<StoreResult>;
  /** Ends expired alerts and, after a complete list, those not in it. @param present ids of that list */
  expire(present?: number[]): Promise<AlertChange>;
  /** Number of active alerts, by their status. */
  countActive(): Promise<number>;
  /** The revisions of a page, newest alert first: a reader that caches rows asks for the others by `rows`. */
  searchRevisions(search: AlertSearch): Promise<Page<AlertRevision>>;
  /** A page of the alerts as they were known at a moment, newest alert first. */
  searchPast(search: PastAlertSearch): Promise<Page<AlertRow>>;
  /** The existing rows of these ids, in any order. */
  rows(ids: number[]): Promise<AlertRow[]>;
  find(id: number): Promise<FullAlert | undefined>;
  /** Changes after a cursor, oldest first; without one all active alerts. */
  changes(since: ChangeCursor | undefined, limit: number): Promise<ChangedAlert[]>;
  /**
   * Motion of the storm of the strongest active warning near a place; undefined if no warning has one.
   *
   * @param place.radiusM maximum distance of a warning
   */
  strongestMotion(place: { lat: number; lon: number; radiusM: number }, at: Date): Promise<StormMotion | undefined>;
  /** Zones of active alerts without a polygon, as `kind/ugc`, whose shape is missing; the newest alert's first. */
  zonesWithoutShape(limit: number): Promise<string[]>;
}
