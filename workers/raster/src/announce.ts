import type { Clock } from '@severe/base';
import { channels, type DataEvent, type FrameEvent, type FrameName } from '@severe/catalogue';
import type { Pubsub } from '@severe/platform';

/**
 * Announces the appearance or removal of a frame. Events are hints: rows decide, and a process that misses an event
 * finds the change at its next refresh.
 */
export async function announce(kind: FrameEvent['kind'], frame: FrameName, pubsub: Pubsub): Promise<void> {
  const { family, product, runAt, validAt } = frame;
  const event: FrameEvent = {
    kind,
    family,
    product,
    runAt: runAt?.toISOString() ?? null,
    validAt: validAt.toISOString(),
  };
  await pubsub.announce(channels.frames, event);
}

/** Announces changed rows of a data set, so that cached responses expire at once; without the event they do a second later. */
export async function announceData(source: string, { pubsub, clock }: { pubsub: Pubsub; clock: Clock }): Promise<void> {
  const event: DataEvent = { source, publishedAt: clock().toISOString() };
  await pubsub.announce(channels.data, event);
}
