import { createParser } from 'eventsource-parser';
import type { Fetch } from './fetching.ts';
import { ApiError, problemOf } from './problem.ts';

/** An event of the live stream. */
export interface StreamEvent {
  /** Position in the stream; pass it as `lastEventId` to resume after a restart of the program. */
  id: string;
  /** Id of the source whose data changed; or `ready`, `reset`, `bye`. */
  name: string;
  data: StreamData;
}

/** What an event reports. Fields that do not belong to its source are absent. */
export interface StreamData {
  source: string;
  /** RFC 3339. Absent in `ready`, `reset` and `bye`. */
  published_at?: string;
  /** Ids of alerts. */
  new?: number[];
  updated?: number[];
  ended?: number[];
  /** True if the lists of ids are cut. */
  more?: boolean;
  /** Product of a frame. */
  product?: string;
  /** Radar site of a volume. */
  site?: string;
  /** Time of a frame, or of its model run, as `YYYYMMDDHHMM`. */
  ts?: string;
  /** Valid time of a model frame as `YYYYMMDDHHMM`. */
  valid?: string;
  /** RFC 3339: valid time of a frame; in `ready`, `reset` and `bye` the time of the service. */
  time?: string;
}

export interface EventOptions {
  /** Names of the events to receive; all if absent. `ready`, `reset` and `bye` always come. */
  sources?: readonly string[];
  /** Receive what happened after this event, if the service still has it. */
  lastEventId?: string;
  /** Ends the loop. */
  signal?: AbortSignal;
}

/** Seconds of silence after which a connection counts as broken; the service writes every 15 seconds. */
const longestSilenceMs = 40_000;
const defaultRetryMs = 3000;
const longestRetryMs = 60_000;

/**
 * Reads the live stream for ever: connects again when the connection ends and resumes after the last event.
 *
 * @throws {ApiError} if the service refuses the request, such as for an unknown source
 */
export async function* readEvents(
  fetch: Fetch,
  url: string,
  { lastEventId, signal }: Pick<EventOptions, 'lastEventId' | 'signal'>,
): AsyncGenerator<StreamEvent, void, undefined> {
  let last = lastEventId;
  let retryMs = defaultRetryMs;
  let failures = 0;
  const isAborted = (): boolean => signal?.aborted ?? false;
  while (!isAborted()) {
    try {
      for await (const event of readConnection(fetch, url, { last, signal, onRetry: (ms) => (retryMs = ms) })) {
        failures = 0;
        last = event.id;
        yield event;
      }
    } catch (error) {
      if (isAborted()) return;
      if (error instanceof ApiError && isFinal(error.problem.status)) throw error;
      failures++;
    }
    await pause(Math.min(retryMs * 2 ** Math.max(0, failures - 1), longestRetryMs) * (0.5 + Math.random() / 2), signal);
  }
}

interface ConnectionOptions {
  last: string | undefined;
  signal: AbortSignal | undefined;
  onRetry: (ms: number) => void;
}

/** The events of one connection. */
async function* readConnection(fetch: Fetch, url: string, { last, signal, onRetry }: ConnectionOptions) {
  // Node frees signals that follow others while a response is read, and the response does not end with them.
  const ending = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const end = (): void => {
    ending.abort();
    reader?.cancel().catch(() => undefined); // it has failed already
  };
  let timer = setTimeout(end, longestSilenceMs);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  const headers: HeadersInit = {
    Accept: 'text/event-stream',
    ...(last === undefined ? {} : { 'Last-Event-ID': last }),
  };
  try {
    const response = await fetch(new Request(url, { headers, cache: 'no-store', signal: ending.signal }));
    if (!response.ok) throw new ApiError(await problemOf(response));
    const read: StreamEvent[] = [];
    const parser = createParser({
      onEvent: ({ id = '', event = 'message', data }) =>
        read.push({ id, name: event, data: JSON.parse(data) as StreamData }),
      onRetry,
    });
    const decoder = new TextDecoder();
    reader = response.body!.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(end, longestSilenceMs);
      parser.feed(decoder.decode(value, { stream: true }));
      yield* read.splice(0);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    end(); // a consumer that leaves the loop ends the connection
  }
}

/** Whether asking again would give the same refusal. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
}
