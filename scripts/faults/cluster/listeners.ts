import { createClient, type StreamEvent } from '@severe/client';
import { seeded } from '@severe/testing/seeded';
import type { Heard, History } from './history.ts';

/** Clients of the live stream. */
export interface Listeners {
  /** Whether all have had an event that was published after this moment. */
  haveHeardSince(moment: number): boolean;
  /** Whether one has had a frame that was announced after this moment. */
  hasFrameSince(moment: number): boolean;
  /** Whether all stand at the same event. */
  areLevel(): boolean;
  stop(): Promise<void>;
}

/** A client leaves after some seconds, and resumes after its last event, at whichever replica the router asks. */
const stays = { leastMs: 5_000, mostMs: 15_000 };

export function startListeners(url: string, history: History, count: number): Listeners {
  const over = new AbortController();
  /** What ends the connection of each client. */
  const leavings = new Map<string, AbortController>();
  const lastEventOf = new Map<string, number>();
  const positions = new Map<string, string>();

  async function listen(number: number): Promise<void> {
    // The same client as the reader of this number: both are one page.
    const name = `reader ${number}`;
    const random = seeded(number);
    const client = createClient({ baseUrl: url });
    let lastEventId: string | undefined;
    while (!over.signal.aborted) {
      const stayMs = Math.round(stays.leastMs + random() * (stays.mostMs - stays.leastMs));
      const leaving = new AbortController(); // a signal of several others is freed before it comes
      leavings.set(name, leaving);
      const timer = setTimeout(() => leaving.abort(), stayMs);
      const { signal } = leaving;
      for await (const event of client.events({ signal, ...(lastEventId === undefined ? {} : { lastEventId }) })) {
        lastEventId = event.id;
        positions.set(name, event.id);
        const heard = heardBy(name, event);
        history.heard.push(heard);
        if (heard.happenedAt !== undefined) lastEventOf.set(name, heard.at);
      }
      clearTimeout(timer);
    }
  }

  const running = Array.from({ length: count }, (_, i) => listen(i + 1));
  return {
    haveHeardSince: (moment) => lastEventOf.size === count && [...lastEventOf.values()].every((at) => at > moment),
    hasFrameSince: (moment) => (history.heard.findLast(({ frame }) => frame)?.at ?? 0) > moment,
    areLevel: () => positions.size === count && new Set(positions.values()).size === 1,
    async stop() {
      over.abort();
      for (const leaving of leavings.values()) leaving.abort();
      await Promise.all(running);
    },
  };
}

function heardBy(client: string, { id, name, data }: StreamEvent): Heard {
  const { product, time, published_at: publishedAt } = data;
  const isOfRadar = name === 'radar' && product !== undefined && time !== undefined;
  const at = Date.now();
  return {
    client,
    at,
    id,
    name,
    data: JSON.stringify(data),
    frame: isOfRadar ? { product, frameAt: Math.floor(Date.parse(time) / 60_000) * 60_000 } : undefined,
    happenedAt: publishedAt === undefined ? undefined : Date.parse(publishedAt),
  };
}
