/** What a limiter says to a request. */
export interface Verdict {
  allowed: boolean;
  /** How many more the window would take now. */
  remaining: number;
  /**
   * Milliseconds until the oldest request leaves the window and makes room, more than 0. A span and no moment: whoever
   * decides may have another clock than whoever tells the client.
   */
  freedInMs: number;
}

/**
 * Counts requests in a window of 60 s that rolls: no 60 s, wherever they begin, hold more than `limit` requests of a key
 * that were allowed. Those that were refused are not counted, so that whoever waits gets through.
 *
 * Up to a limit of 4096 every request leaves the window 60 s after it came. Above it, requests share moments, a few at a
 * time, and leave together with the last of them: a key never costs more than 32 KiB, and never gets more than its limit.
 */
export interface Limiter {
  /**
   * Takes one unit if there is one. A verdict that is known at once comes without a promise.
   *
   * @param key   whose requests these are; asked with another limit, it begins a new window
   * @param limit how many requests the window holds, 1 or more
   * @throws {TypeError} the limit is no whole number above 0
   * @throws {UpstreamError} where the count is kept elsewhere (as a rejection): the caller decides what happens without it
   */
  take(key: string, limit: number): Verdict | Promise<Verdict>;
  close(): Promise<void>;
}
