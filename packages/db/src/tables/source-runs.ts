/** What is known of a source's health; see decision 8.1 for how it is told to the world. */
export interface SourceHealth {
  source: string;
  lastSuccessAt: Date | null;
  lastAttemptAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  consecutiveFailures: number;
  lastDurationMs: number | null;
  /** Valid time of the newest data. */
  dataAt: Date | null;
  /** Share of runs that succeeded, null when there was none. */
  successRate1h: number | null;
  successRate24h: number | null;
  nextRunAt: Date | null;
}

export interface SourceRuns {
  record(run: {
    source: string;
    startedAt: Date;
    durationMs: number;
    ok: boolean;
    error?: string;
    dataAt?: Date;
    nextRunAt?: Date;
  }): Promise<void>;
  /** Newer data became visible. Older times are ignored. */
  recordData(source: string, dataAt: Date): Promise<void>;
  health(now: Date): Promise<SourceHealth[]>;
  prune(before: Date): Promise<void>;
}
