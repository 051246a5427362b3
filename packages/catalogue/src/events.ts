/** Channels of the event bus. */
export const channels = { frames: 'frames', data: 'data' } as const;

/** Sent when a frame has become visible, or has been removed; times are ISO 8601, since events cross processes. */
export interface FrameEvent {
  kind: 'published' | 'removed';
  family: string;
  product: string;
  runAt: string | null;
  validAt: string;
}

/** Sent when the rows of a data set have changed: what is kept of older ones is no longer true. */
export interface DataEvent {
  /** The id of the source, which is also the name of the data set and of the event on the stream. */
  source: string;
  /** ISO 8601. */
  publishedAt: string;
  /** Ids of rows, where the data set has such a story to tell. */
  new?: number[];
  updated?: number[];
  ended?: number[];
}
