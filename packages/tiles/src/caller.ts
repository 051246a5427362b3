/** Who waits for work. Work that several callers share belongs to the one that began it. */
export interface Caller {
  /** The client that takes a turn in the queue: its API key, else its address. Empty for the service itself. */
  client: string;
  /** Aborts when the caller does not wait any more. Undefined if it always waits. */
  wanted: AbortSignal | undefined;
}

/** The service itself, which prepares what clients may request. */
export const serviceItself: Caller = { client: '', wanted: undefined };

/** The caller behind a request. Its signal is made on first use, because few requests have to wait. */
export class RequestCaller implements Caller {
  readonly client: string;
  readonly #wanted: () => AbortSignal;

  constructor(client: string, wanted: () => AbortSignal) {
    this.client = client;
    this.#wanted = wanted;
  }

  get wanted(): AbortSignal {
    return this.#wanted();
  }
}
