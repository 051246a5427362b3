import type { Area, SearchArea } from '@severe/geo';
import { column, type RowOf } from '../../columns.ts';
import type { Page, Paging, TimeRange, UncountedPage } from '../../filters.ts';

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

/** Content of an alert in a list. Texts are those of the provider. */
export const listed = {
  event: column<string>('event text'),
  severity: column<string>('severity text'),
  urgency: column<string>('urgency text'),
  certainty: column<string>('certainty text'),
  headline: column<string | null>('headline text'),
  messageType: column<string>('message_type text'),
  sent: column<Date>('sent timestamptz'),
  effective: column<Date | null>('effective timestamptz'),
  onset: column<Date | null>('onset timestamptz'),
  /** When it is over unless a message ends it: the later of `messageExpires` and `ends`. */
  expires: column<Date>('expires timestamptz'),
  /** When the provider's message expires. */
  messageExpires: column<Date>('message_expires timestamptz'),
  /** End of the hazard; null if it is open. */
  ends: column<Date | null>('ends timestamptz'),
  wfo: column<string | null>('wfo text'),
  states: column<string[]>('states text[]'),
  fips: column<string[]>('fips text[]'),
  areaDesc: column<string>('area_desc text'),
  /** As `kind/ugc`. */
  zones: column<string[]>('zones text[]'),
  tags: column<AlertTags>('tags jsonb'),
  motion: column<StormMotion | null>('motion jsonb'),
};

/** Content of an alert. */
export const content = {
  ...listed,
  description: column<string | null>('description text'),
  instruction: column<string | null>('instruction text'),
};
export type AlertContent = RowOf<typeof content>;

/** One hazard event in the current list of the provider. */
export interface AlertEvent extends AlertContent {
  /** `OUN.TO.W.0034.2026` with the likeliest year of issue, or the identifier of a message without VTEC. */
  eventKey: string;
  /** The key without its year, which counts anew each year; null without VTEC. */
  numberKey: string | null;
  /** When the event was issued, which makes its year sure; null if its first message is not among these. */
  issuedAt: Date | null;
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
  /** Whether all it says is that zones are added. Default: false. */
  addsOnly?: boolean;
  polygon: Area | null;
}

/** An alert in a list. */
export interface AlertRow extends RowOf<typeof listed> {
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
  /** Event names in lower case, or beginnings of them. */
  events?: string[] | undefined;
  /** Codes of zones, of any kind: `OKC027`. */
  zones?: string[] | undefined;
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

/** Two messages that cannot both be true. */
export interface AlertConflict {
  /** Key of the event. */
  what: string;
  /** One line. */
  why: string;
}

/** Result of storing events. */
export interface StoreResult extends AlertChange {
  /** Events that contradict what is stored: both are kept. */
  conflicts: AlertConflict[];
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

/** What an alert with a number is about. */
export interface NumberedArea {
  id: number;
  /** The key without its year. */
  numberKey: string;
  zones: string[];
  /** When its newest message was sent. */
  sent: Date;
  /** Until when a message may continue it, Unix ms; ±Infinity if there is no such moment. */
  continuableUntil: number;
  /** Whether it has a message of a list: messages of lists name those that they continue. */
  isListed: boolean;
  /** Those of the given messages that it ever had or that its own replaced. */
  said: string[];
}

export interface Alerts {
  /**
   * Stores events. Events that are equal to their row, or older, change nothing.
   *
   * @returns what changed, and the rows of all events
   */
  store(events: AlertEvent[]): Promise<StoreResult>;
  /**
   * The areas of the alerts with these numbers. There are several where numbers of two years are in force.
   *
   * @param messages identifiers that are looked for among theirs
   */
  areasOf(numberKeys: string[], messages: string[]): Promise<NumberedArea[]>;
  /** Ends expired alerts and, after a complete list, those not in it. @param present ids of that list */
  expire(present?: number[]): Promise<AlertChange>;
  /** Number of active alerts, by their status. */
  countActive(): Promise<number>;
  /** The revisions of a page, newest alert first: a reader that caches rows asks for the others by `rows`. */
  searchRevisions(search: AlertSearch): Promise<Page<AlertRevision> | UncountedPage<AlertRevision>>;
  /** A page of the alerts as they were known at a moment, newest alert first. */
  searchPast(search: PastAlertSearch): Promise<Page<AlertRow> | UncountedPage<AlertRow>>;
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
