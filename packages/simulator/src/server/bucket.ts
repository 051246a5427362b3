/** An object that a bucket lists. */
export interface StoredObject {
  key: string;
  /** When it appeared, milliseconds since 1970. */
  modified: number;
  /** Exact once the object was opened, before that what such an object usually has: to know it is to make it. */
  size: number;
  /** With its quotes. */
  etag: string;
}

/** The bytes of an object, of which any part can be had. */
export interface Contents {
  size: number;
  type: string;
  /** From `start` up to but not including `end`; both within the size. */
  slice(start: number, end: number): Uint8Array;
}

/** A provider's bucket as it is at a time. */
export interface Bucket {
  host: string;
  /** To make an object takes seconds: requests for others go before it. */
  isSlow?: true;
  /** In order of keys, as S3 lists them; those that do not begin with the prefix may be left out. */
  objects(now: number, prefix: string): StoredObject[];
  open(key: string): Contents;
}
