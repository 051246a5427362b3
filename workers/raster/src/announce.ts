import { UpstreamError, type Clock, type Log } from '@severe/base';
import { channels, frameId, type DataEvent, type FrameEvent, type FrameName } from '@severe/catalogue';
import type { Pubsub } from '@severe/platform';

/**
 * Publishes the appearance or removal of a frame. Events are hints: rows decide, and a process that misses an event
 * finds the change at its next refresh. Failure of the event bus is therefore only logged.
 */
export async function announce(kind: FrameEvent['kind'], frame: FrameName, pubsub: Pubsub, log: Log): Promise<void> {
  const { family, product, runAt, validAt } = frame;
  const event: FrameEvent = {
    kind,
    family,
    product,
    runAt: runAt?.toISOString() ?? null,
    validAt: validAt.toISOString(),
  };
  try {
    await pubsub.publish(channels.frames, event);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ frame: frameId(frame), kind, reason: error.message }, 'frame event could not be published');
  }
}

/** Announces changed rows of a data set, so that cached responses expire at once; without the event they do a second later. */
export async function announceData(source: string, { pubsub, clock }: { pubsub: Pubsub; clock: Clock }): Promise<void> {
  const event: DataEvent = { source, publishedAt: clock().toISOString() };
  try {
    await pubsub.publish(channels.data, event);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  }
}
