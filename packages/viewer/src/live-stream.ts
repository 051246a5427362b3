import { createClient, type StreamEvent } from '@severe/client';

/** Wait after the service has refused the stream; until then the page polls. */
const refusedMs = 5 * 60_000;

interface LiveStreamOptions {
  /** Names of the events to receive. */
  sources: readonly string[];
  /** Called when data has changed. */
  changed: (event: StreamEvent) => void;
  /** Called when events may be lost: data must be fetched again. */
  lost: () => void;
  /** Called when the stream begins or ends. */
  switched: () => void;
}

/** Follows the live stream of the service, and connects again for ever. */
export class LiveStream {
  readonly #options: LiveStreamOptions;
  #isLive = false;
  #lastEventId: string | undefined;
  #stop: AbortController | undefined;

  constructor(options: LiveStreamOptions) {
    this.#options = options;
  }

  /** Whether events arrive. False until the first event of a connection: a proxy may hold it back. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Connects, and resumes after the last event. */
  start(): void {
    if (this.#stop) return;
    this.#stop = new AbortController();
    void this.#follow(this.#stop.signal);
  }

  /** Closes the connection, of which a browser has only six to a host. */
  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#switch(false);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const client = createClient({
      fetch: (request) => {
        if (!signal.aborted) this.#switch(false); // each request is a new attempt
        return fetch(request);
      },
    });
    while (!signal.aborted) {
      const { sources } = this.#options;
      try {
        for await (const event of client.events({ sources, signal, lastEventId: this.#lastEventId })) {
          if (signal.aborted) return;
          this.#receive(event);
        }
      } catch {
        // The service refuses the stream, for example because it is older than this page.
      }
      if (signal.aborted) return;
      this.#switch(false);
      await new Promise((resolve) => setTimeout(resolve, refusedMs));
    }
  }

  #receive(event: StreamEvent): void {
    const isFirst = this.#lastEventId === undefined;
    this.#lastEventId = event.id;
    this.#switch(event.name !== 'bye');
    if (event.name === 'reset' || (event.name === 'ready' && isFirst)) this.#options.lost();
    else if (event.name !== 'ready' && event.name !== 'bye') this.#options.changed(event);
  }

  #switch(isLive: boolean): void {
    if (isLive === this.#isLive) return;
    this.#isLive = isLive;
    this.#options.switched();
  }
}
