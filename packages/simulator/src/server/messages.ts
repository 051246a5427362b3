/** Start parameters of a server thread. */
export interface ThreadOptions {
  seed: number;
  host: string;
  port: number;
  backlogMs: number;
  /** Start of the period whose values all large files have, milliseconds since 1970; default: each has its own. */
  repeatFrom?: number;
  /** Address of the thread that makes files. Present: this thread serves pages. Absent: it serves buckets. */
  files?: Listening;
}

/** Port and hosts of a thread. */
export interface Listening {
  port: number;
  hosts: string[];
}

/** Messages from a thread to its parent. */
export type FromThread =
  | ({ kind: 'listening' } & Listening)
  | { kind: 'refused'; message: string }
  | { kind: 'time-request'; id: number }
  | { kind: 'error'; message: string };

/** Messages from the parent to a thread. */
export type ToThread = { kind: 'time'; id: number; now: number } | { kind: 'close' };
