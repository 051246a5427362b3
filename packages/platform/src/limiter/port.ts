/** Decision about one request. */
export interface Verdict {
  allowed: boolean;
  /** Number of requests that are still allowed now. */
  remaining: number;
  /**
   * Milliseconds until the oldest request leaves the window, and another is allowed. More than 0. A duration, because the limiter and the server may have different clocks.
   */
  freedInMs: number;
}

/**
 * Counts requests in a sliding window of 60 s: no period of 60 s contains more than `limit` allowed ones of a key. Refused requests are not counted, so a client that waits succeeds.
 *
 * Up to a limit of 4096, every request leaves the window 60 s after it arrived. Above it, groups of requests share a timestamp
 * and leave with the last of the group: a key uses at most 32 KiB and never exceeds its limit.
 */
export interface Limiter {
  /**
   * Counts a request if the limit allows it. Returns no promise if the verdict is available at once.
   *
   * @param key   identity of the client; another limit starts a new window
   * @param limit maximum number of requests in the window, at least 1
   * @throws {TypeError} if the limit is not a whole number above 0
   * @throws {UpstreamError} (as a rejection) if a remote store is unavailable: the caller decides how to continue
   */
  take(key: string, limit: number): Verdict | Promise<Verdict>;
  close(): Promise<void>;
}
