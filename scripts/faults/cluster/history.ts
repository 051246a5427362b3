/** A response as a client got it. Times are milliseconds since 1970, by the clock of the clients. */
export interface Seen {
  client: string;
  /** When it was there, or given up. */
  at: number;
  tookMs: number;
  path: string;
  /** Undefined without a response. */
  status: number | undefined;
  /** Whether it says when to ask again. */
  hasRetryAfter: boolean;
  /** Whether the fault of this moment excuses a refusal: nothing that is kept answers this request. */
  mayBeRefused: boolean;
  /** When its content was made, by `Date` and `Age`: whole seconds. */
  madeAt: number | undefined;
  /** How old it may be, by `Cache-Control`. */
  mostAgeMs: number;
  /** Whether it says that it never changes. */
  isImmutable: boolean;
  digest: string;
  /** The newest frame of a product, as this response has it. */
  newest?: Sighting | undefined;
  /** The latest time by which it says that something has happened, such as `Last-Modified`. */
  happenedAt?: number | undefined;
}

/** A frame that a client has heard of. */
export interface Sighting {
  product: string;
  /** Time of the frame. */
  frameAt: number;
}

/** An event of the live stream as a client got it, over all its connections. */
export interface Heard {
  client: string;
  at: number;
  id: string;
  name: string;
  data: string;
  frame?: Sighting | undefined;
  /** By its `published_at`. */
  happenedAt?: number | undefined;
}

/** A message to a webhook that has arrived. */
export interface Delivered {
  at: number;
  webhook: number;
  /** Its header `webhook-id`. */
  id: string;
  alert: number;
  severity: string;
}

/** An alert that a webhook must be told of. */
export interface Owed {
  at: number;
  webhook: number;
  alert: number;
}

/** All that clients saw. */
export interface History {
  seen: Seen[];
  heard: Heard[];
  delivered: Delivered[];
  owed: Owed[];
}

export const emptyHistory = (): History => ({ seen: [], heard: [], delivered: [], owed: [] });

/** What a history can break. */
export const promises = {
  status: 'every request is answered with 200, or 503 and Retry-After where the fault excuses it',
  body: 'an immutable URL has one body',
  newest: 'the newest frame that a client sees never goes back',
  events: 'the stream of a client has no gap and no repetition, on whichever replica it resumes',
  deliveries: 'each alert is delivered with one id',
  future: 'nothing is said to have happened in the future',
} as const;

export type PromiseName = keyof typeof promises;

/** Something that a client must not see. */
export interface Problem {
  promise: PromiseName;
  at: number;
  what: string;
}
