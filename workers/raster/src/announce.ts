import { UpstreamError, type Log } from '@severe/base';
import { channels, frameId, type FrameEvent, type FrameName } from '@severe/catalogue';
import type { Pubsub } from '@severe/platform';

/**
 * Tells every process that a frame has come or gone. It is a courtesy: the rows are what counts, and who does not hear of
 * it finds it at the next refresh. So an event bus that is away stops nothing.
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
    log.warn({ frame: frameId(frame), kind, reason: error.message }, 'a frame could not be announced');
  }
}
