/** How feeds reach providers. A feed never opens a connection itself, so saved payloads can stand in for one. */
export interface Fetcher {
  /**
   * The body of a 200 (or of a 206 when a range was asked for), or undefined for a 404.
   *
   * @throws {UpstreamError} for a time-out, a refused connection, a 429 or a 5xx
   * @throws {DataError} `too-large` past `maxBytes`, `status` for any other answer
   */
  bytes(url: string, options?: FetchOptions): Promise<Buffer | undefined>;
  /** The same as text; a byte order mark is removed. */
  text(url: string, options?: FetchOptions): Promise<string | undefined>;
  /**
   * The text of something that changes in place, or undefined while it is what it was when `keep` was last called: the
   * provider is asked with its own tags.
   *
   * @throws {DataError} `gone` for a 404, beside what `bytes` throws
   */
  changedText(url: string, options?: FetchOptions): Promise<ChangedText | undefined>;
}

/** What was fetched; `keep` says that it has been taken in, so that it need not be sent again. */
export interface ChangedText {
  text: string;
  keep: () => void;
}

export interface FetchOptions {
  /** First and last byte, both included; without `last` to the end. */
  range?: { first: number; last?: number };
  maxBytes?: number;
  timeoutMs?: number;
  /** Media type that is asked for. */
  accept?: string;
}

/** Text of a provider without its byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}
