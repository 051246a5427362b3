/** Channels of the event bus. */
export const channels = { frames: 'frames' } as const;

/** Sent when a frame has become visible, or has been removed; times are ISO 8601, since events cross processes. */
export interface FrameEvent {
  kind: 'published' | 'removed';
  family: string;
  product: string;
  runAt: string | null;
  validAt: string;
}
