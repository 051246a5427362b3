/**
 * Wakes workers. Their work is rows of the database, so a call carries nothing but the trace of its caller, and may be lost or
 * come twice.
 */
export interface Queue {
  /**
   * Wakes the worker of a name, now or after a delay. Has no effect while a call with the same `id` waits or runs. If the queue is
   * unavailable or closed, that is logged only: the worker finds its work by itself, later.
   */
  wake(name: string, options?: WakeOptions): Promise<void>;
  /** Runs the work of a name once for each call, at most `concurrency` at the same time. Work that throws is logged, not repeated. */
  onWake(name: string, concurrency: number, work: () => Promise<void>): void;
  /** Number of waiting and running calls of a name. */
  counts(name: string): Promise<{ waiting: number; active: number }>;
  ping(): Promise<void>;
  /** Starts no more work and waits for what runs. */
  close(): Promise<void>;
}

export interface WakeOptions {
  id?: string | undefined;
  delayMs?: number | undefined;
}
