import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { messageOf } from '@severe/base';

/** An event as it arrived. */
export interface Heard {
  id: string;
  name: string;
  data: string;
}

/** A client of the live stream that comes back after each end of its connection. */
export interface Follower {
  heard: Heard[];
  /** Reasons why connections ended. */
  ends: string[];
  /** Resolves when the stream has ended for good. */
  done: Promise<void>;
}

/** Follows every event of the stream until `bye`, or until nothing can be heard any more. */
export function followStream(url: string, over: AbortSignal): Follower {
  const follower: Follower = { heard: [], ends: [], done: Promise.resolve() };
  follower.done = follow(`${url}/api/v1/stream`, over, follower);
  return follower;
}

async function follow(url: string, over: AbortSignal, { heard, ends }: Follower): Promise<void> {
  while (!over.aborted && heard.at(-1)?.name !== 'bye') {
    const lastId = heard.at(-1)?.id;
    try {
      const headers = { Accept: 'text/event-stream', ...(lastId ? { 'Last-Event-ID': lastId } : {}) };
      const response = await fetch(url, { headers, signal: over });
      if (!response.ok) throw new Error(`status ${response.status}`);
      for await (const event of eventsOf(response.body as ReadableStream)) heard.push(event);
      ends.push('closed');
    } catch (error) {
      ends.push(messageOf(error));
    }
  }
}

/** The events of a body; comments are left out (WHATWG HTML, 9.2.6). */
async function* eventsOf(body: ReadableStream): AsyncGenerator<Heard> {
  let fields: Record<string, string> = {};
  for await (const line of createInterface({ input: Readable.fromWeb(body) })) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields[name] = value;
    else if (line === '' && fields.event !== undefined) {
      yield { id: fields.id, name: fields.event, data: fields.data };
      fields = {};
    }
  }
}

/** What is wrong with what a follower has heard. */
export interface StreamFaults {
  /** Numbers of events that never came. */
  missing: number[];
  /** Ids that came twice, and frames that were reported twice. */
  repeated: string[];
  /** How often the service said that events are lost. */
  resets: number;
}

const controls = new Set(['ready', 'reset', 'bye']);

/** Compares what was heard with what the service has published, by numbers from the first `ready` to the last event. */
export function faultsOf(heard: readonly Heard[], published: readonly number[]): StreamFaults {
  const events = heard.filter(({ name }) => !controls.has(name));
  const start = numberOf(heard[0]?.id);
  const last = numberOf(heard.at(-1)?.id);
  const numbers = new Set(events.map(({ id }) => numberOf(id)));
  const frames = events.flatMap(({ name, data }) => frameIn(name, data));
  return {
    missing: published.filter((number) => number > start && number <= last && !numbers.has(number)),
    repeated: [...repeatedIn(events.map(({ id }) => id)), ...repeatedIn(frames)],
    resets: heard.filter(({ name }) => name === 'reset').length,
  };
}

const numberOf = (id: string | undefined): number => Number(id?.split('-')[1] ?? 0);

/** The frame that an event reports, as text. */
function frameIn(name: string, data: string): string[] {
  const { product, site, run, time } = JSON.parse(data) as Partial<Record<string, string>>;
  return product || site ? [[name, product ?? site, run, time].join(' ')] : [];
}

function repeatedIn(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}
