import { setTimeout as pause } from 'node:timers/promises';
import type { Seen, Way } from './journeys.ts';
import { conditionalList } from './conditional-list.ts';
import { addressesOf, nameOfEvent, type DataEvent } from './events.ts';
import { nameOfMessage } from './names.ts';
import { readStream } from './read-stream.ts';

/** A client that listens to the stream, asks for lists every second, and fetches what it is told of. */
export interface Client {
  /** When it noticed what, by the name of a frame or a message. */
  seen: ReadonlyMap<string, Seen>;
  /** Times of events by their source. */
  events: ReadonlyMap<string, readonly number[]>;
  /** Addresses that an event told of and that did not answer with 200. */
  refused: readonly string[];
  /** Notes the message of a webhook about an alert. */
  noteWebhook(alert: number): void;
  stop(): Promise<void>;
}

const pollMs = 1000;

interface AlertFeature {
  properties: { id: number; sent: string; event: string; area_desc: string };
}

/** Starts the client. Resolves when its stream is open. */
export async function startClient(url: string): Promise<Client> {
  const base = `${url}/api/v1`;
  const seen = new Map<string, Seen>();
  const events = new Map<string, number[]>();
  const messages = new Map<number, string>();
  /** Times of webhooks about alerts that are not in the list yet. */
  const early = new Map<number, number>();
  const refused: string[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  const note = (name: string, way: Way, at = Date.now()): void => {
    const own = seen.get(name) ?? {};
    own[way] ??= at;
    seen.set(name, own);
  };

  const readAlerts = conditionalList<{ features: AlertFeature[] }>(`${base}/alerts?limit=1000`, signal);
  const pollAlerts = async (): Promise<void> => {
    const { features } = (await readAlerts()) ?? { features: [] };
    for (const { properties } of features) {
      const { id, sent, event, area_desc: area } = properties;
      const name = nameOfMessage(sent, event, area);
      if (messages.get(id) === name) continue;
      messages.set(id, name);
      note(name, 'list');
      const toldAt = early.get(id);
      if (toldAt !== undefined) note(name, 'webhook', toldAt);
      early.delete(id);
    }
  };
  const pollFrames = (family: string): (() => Promise<void>) => {
    const read = conditionalList<{ products: { id: string; latest: string | null }[] }>(
      `${base}/${family}/products`,
      signal,
    );
    return async () => {
      for (const { id, latest } of (await read())?.products ?? [])
        if (latest) note(`${family}/${id}/${latest}`, 'list');
    };
  };

  const fetchFrame = async (event: DataEvent): Promise<void> => {
    for (const [way, path] of Object.entries(addressesOf(event)) as [Way, string][]) {
      const response = await fetch(base + path, { signal });
      await response.arrayBuffer();
      if (response.ok) note(nameOfEvent(event), way);
      else refused.push(`${path}: ${response.status}`);
    }
  };
  const unlessEnding = (error: unknown): void => {
    if (!signal.aborted) throw error;
  };
  const onEvent = (event: DataEvent): void => {
    const at = Date.now();
    const times = events.get(event.source) ?? [];
    times.push(at);
    events.set(event.source, times);
    const alerts = [...(event.new ?? []), ...(event.updated ?? [])];
    if (event.ts) {
      note(nameOfEvent(event), 'stream event', at);
      fetchFrame(event).catch(unlessEnding);
    } else if (event.source === 'alerts') {
      const noteMessages = (): void => {
        for (const id of alerts) if (messages.has(id)) note(messages.get(id)!, 'stream event', at);
      };
      pollAlerts().then(noteMessages).catch(unlessEnding);
    }
  };

  const stream = await readStream(`${base}/stream`, signal, onEvent);
  const polling = [pollAlerts, pollFrames('radar'), pollFrames('satellite')].map(async (poll) => {
    while (!signal.aborted) {
      await poll();
      await pause(pollMs, undefined, { signal });
    }
  });
  const running = Promise.all([stream.ended, ...polling].map((one) => one.catch(unlessEnding)));
  running.catch(() => undefined); // `stop` tells of it
  return {
    seen,
    events,
    refused,
    noteWebhook(alert) {
      const name = messages.get(alert);
      if (name) note(name, 'webhook');
      else early.set(alert, Date.now());
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}
