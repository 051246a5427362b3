/**
 * Bytes under keys. Keys are relative paths of `[A-Za-z0-9._-]` segments joined by `/`, at most 1024 characters; no
 * segment is `.` or `..`, and no key is the folder of another. Another key is a `TypeError`, before anything is asked.
 */
export interface Objects {
  /** The bytes, or undefined when there is no such object. */
  get(key: string): Promise<Buffer | undefined>;
  /** `length` bytes from `start`, fewer where the object ends; undefined when there is no such object. */
  getRange(key: string, start: number, length: number): Promise<Buffer | undefined>;
  /** Stores whole or not at all; an object of that key is replaced. */
  put(key: string, body: Uint8Array, options?: { type?: string }): Promise<void>;
  head(key: string): Promise<ObjectHead | undefined>;
  /** Keys that begin with `prefix`, in order of their characters' codes, with size and time. */
  list(prefix: string): AsyncIterable<ObjectHead>;
  /** Removing what is not there is no error. */
  delete(keys: string[]): Promise<void>;
  /** Whether the store answers; throws an `UpstreamError` when it does not. */
  ping(): Promise<void>;
}

export interface ObjectHead {
  key: string;
  bytes: number;
  modifiedAt: Date;
}
