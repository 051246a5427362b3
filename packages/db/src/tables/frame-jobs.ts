/** A provider's file that should become a frame. */
export interface FrameJob {
  id: number;
  family: string;
  product: string;
  runAt: Date | null;
  validAt: Date;
  rawKey: string;
  attempts: number;
}

/**
 * What must be made: a row lives from the arrival of a file until its frame is published, skipped or given up.
 * `state` goes waiting → running → done | skipped | refused | dead. A `running` row whose lease has ended counts as waiting.
 */
export interface FrameJobs {
  /** False when a job for that frame exists in any state: then nothing is changed. */
  insert(job: Omit<FrameJob, 'id' | 'attempts'>): Promise<number | undefined>;
  /** Which of these times of a product have a row already, in any state. */
  known(family: string, product: string, runAt: Date | null, validAt: Date[]): Promise<Date[]>;
  /** How many wait, by product. */
  waiting(family: string): Promise<Map<string, number>>;
  /** Takes that job for `leaseMs`, unless somebody else has it or it has ended. */
  take(id: number, leaseMs: number): Promise<FrameJob | undefined>;
  /** Jobs that wait or whose lease has ended: radar before models, newest first. */
  due(limit: number): Promise<FrameJob[]>;
  /** `refused`: unreadable bytes, never tried again. `dead`: three tries failed. Reasons are one line. */
  finish(id: number, state: 'done' | 'skipped' | 'refused' | 'dead', reason?: string): Promise<void>;
  /** Back to waiting after a failure, not before `retryAt`. */
  postpone(id: number, retryAt: Date, reason: string): Promise<void>;
  /** Counts by state and the latest reasons since `since`, for health. */
  troubles(
    family: string,
    since: Date,
  ): Promise<{ refused: number; dead: number; skipped: number; lastReason: string | null }>;
  /** Removes ended rows older than `before`; gives the raw keys that nobody needs any more. */
  prune(before: Date): Promise<string[]>;
}
