/** Channels of the event bus. */
export const channels = { frames: 'frames', data: 'data' } as const;

/** Sent when a frame becomes visible or is removed. Times are ISO 8601 text because events cross processes. */
export interface FrameEvent {
  kind: 'published' | 'removed';
  family: string;
  product: string;
  runAt: string | null;
  validAt: string;
}

/** Sent when the rows of a data set change: cached responses become stale. */
export interface DataEvent {
  /** Id of the source; also the name of the data set and of the event on the stream. */
  source: string;
  /** ISO 8601. */
  publishedAt: string;
  /** Ids of rows, for data sets that report them. */
  new?: number[];
  updated?: number[];
  ended?: number[];
}
