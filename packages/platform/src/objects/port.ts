/**
 * Bytes under keys. Keys are relative paths of `[A-Za-z0-9._-]` segments joined by `/`, at most 1024 characters; no
 * segment is `.` or `..`, and no key is the folder of another. Any other key is a `TypeError`, before any access.
 */
export interface Objects {
  /** The bytes, or undefined if the object does not exist. */
  get(key: string): Promise<Buffer | undefined>;
  /** `length` bytes from `start`, fewer at the end of the object; undefined if the object does not exist. */
  getRange(key: string, start: number, length: number): Promise<Buffer | undefined>;
  /** Stores the object atomically; replaces an object with the same key. */
  put(key: string, body: Uint8Array, options?: { type?: string }): Promise<void>;
  head(key: string): Promise<ObjectHead | undefined>;
  /** Keys that begin with `prefix`, each once, with size and time. Their order is the store's. */
  list(prefix: string): AsyncIterable<ObjectHead>;
  /** Removes an object; a missing object is not an error. */
  delete(keys: string[]): Promise<void>;
  /** Tests the store. @throws {UpstreamError} if it does not respond */
  ping(): Promise<void>;
}

export interface ObjectHead {
  key: string;
  bytes: number;
  modifiedAt: Date;
}
