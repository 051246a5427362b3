/** What the thread is started with. */
export interface ThreadOptions {
  seed: number;
  host: string;
  port: number;
  backlogMs: number;
  /** Where another thread makes the files of buckets; this one has the pages then, and the buckets where it is absent. */
  files?: Listening;
}

/** Where a thread answers, and for which hosts. */
export interface Listening {
  port: number;
  hosts: string[];
}

/** From the thread to who started it. */
export type FromThread =
  | ({ kind: 'listening' } & Listening)
  | { kind: 'refused'; message: string }
  | { kind: 'time?'; id: number }
  | { kind: 'error'; message: string };

/** From who started the thread to it. */
export type ToThread = { kind: 'time'; id: number; now: number } | { kind: 'close' };
