/** Start parameters of a server thread. */
export interface ThreadOptions {
  seed: number;
  host: string;
  port: number;
  backlogMs: number;
  /** Start of the period whose values all large files have, milliseconds since 1970; default: each has its own. */
  repeatFrom?: number;
  /** Radars whose measurements all radars of the network send. */
  everyRadarAs?: readonly string[];
  /** Whether every answer is reported. */
  reportsAnswers?: boolean;
  /** Address of the thread that makes files. Present: this thread serves pages. Absent: it serves buckets. */
  files?: Listening;
}

/** Port and hosts of a thread. */
export interface Listening {
  port: number;
  hosts: string[];
}

/** An answer of the simulated providers. Times are milliseconds since 1970, of the machine. */
export interface Answered {
  /** `/<host>/<path>?<query>` */
  path: string;
  status: number;
  /** When the request was there. */
  askedAt: number;
  /** When the last byte was handed over. */
  answeredAt: number;
}

/** Messages from a thread to its parent. */
export type FromThread =
  | ({ kind: 'listening' } & Listening)
  | { kind: 'refused'; message: string }
  | { kind: 'time-request'; id: number }
  | ({ kind: 'answered' } & Answered)
  | { kind: 'error'; message: string };

/** Messages from the parent to a thread. */
export type ToThread = { kind: 'time'; id: number; now: number } | { kind: 'close' };
