/** A response of a provider, good or faulty. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** A body in parts is sent as fast as the client reads it. */
  body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** A request to a provider that fails. */
export interface FaultyRequest {
  /** The URL path and query of the good response: `/<host>/<path>?<query>`. */
  target: string;
  /** The same with the fault: `/faults/<fault>/<host>/<path>?<query>`. */
  url: string;
  /** Base URL of the server. */
  base: string;
}

/** A way in which providers fail. */
export interface Fault {
  /** Part of the URL, kebab-case. */
  id: string;
  about: string;
  /** The faulty response, made without the good one. */
  reply?(request: FaultyRequest): Reply;
  /** Changes a good response; undefined if the fault does not apply to it. */
  change?(good: GoodReply, request: FaultyRequest): Reply | undefined;
  /** Path and query of the good response, if it is another one. */
  targetOf?(target: string): string;
}

/** A response with status 200 or 206, whole. */
export interface GoodReply extends Reply {
  body: Uint8Array;
}

/** Whether a request lists a bucket. */
export function isListing({ target }: Pick<FaultyRequest, 'target'>): boolean {
  return /[?&]list-type=2\b/.test(target);
}

/** A reply with status 200. */
export function ok(body: Reply['body'] | string, headers: Record<string, string> = {}): Reply {
  return { status: 200, headers, body: typeof body === 'string' ? Buffer.from(body) : body };
}
