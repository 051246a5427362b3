/** Who waits for work. Work that several callers share belongs to the one that began it. */
export interface Caller {
  /** The client that takes a turn in the queue: its address. Empty for the service itself. */
  client: string;
  /** Aborts when the caller does not wait any more. Undefined if it always waits. */
  wanted: AbortSignal | undefined;
}

/** The service itself, which prepares what clients may request. */
export const serviceItself: Caller = { client: '', wanted: undefined };

/** The caller behind a request. @param wanted gives its signal; called on first use, because few requests have to wait */
export function requestCaller(client: string, wanted: () => AbortSignal): Caller {
  return {
    client,
    get wanted() {
      return wanted();
    },
  };
}
