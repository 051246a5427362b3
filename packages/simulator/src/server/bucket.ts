/** An object that a bucket lists. */
export interface StoredObject {
  key: string;
  /** Publication time, milliseconds since 1970. */
  modified: number;
  /** Exact once the object has been made; before that a typical size, since the true one needs the object. */
  size: number;
  /** Quoted. */
  etag: string;
}

/** The bytes of an object, readable in parts. */
export interface Contents {
  size: number;
  type: string;
  /** The bytes from `start` up to but not including `end`; both within the size. */
  slice(start: number, end: number): Uint8Array;
}

/** A provider's bucket. */
export interface Bucket {
  host: string;
  /** Objects take seconds to make. The server handles other requests in between. */
  isSlow?: true;
  /** The objects published by `now`, in order of keys as S3 lists them. Objects without the prefix may be omitted. */
  objects(now: number, prefix: string): StoredObject[];
  open(key: string): Contents;
}
