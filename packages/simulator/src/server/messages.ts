/** What the thread is started with. */
export interface ThreadOptions {
  seed: number;
  host: string;
  port: number;
  backlogMs: number;
}

/** From the thread to who started it. */
export type FromThread =
  | { kind: 'listening'; port: number }
  | { kind: 'refused'; message: string }
  | { kind: 'time?'; id: number }
  | { kind: 'error'; message: string };

/** From who started the thread to it. */
export type ToThread = { kind: 'time'; id: number; now: number } | { kind: 'close' };
