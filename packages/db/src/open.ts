import type { Clock, Log, Settings } from '@severe/base';
import type { FrameJobs } from './tables/frame-jobs.ts';
import type { Frames } from './tables/frames.ts';
import type { SourceRuns } from './tables/source-runs.ts';

export interface Database {
  frames: Frames;
  frameJobs: FrameJobs;
  sourceRuns: SourceRuns;
  /** `embedded` or `postgres`: the banner and health say which. */
  kind: 'embedded' | 'postgres';
  /** Whether `select 1` gives 1; throws an `UpstreamError` when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name, and brings it up to date with the migrations.
 *
 * @param options.simulated which of the two worlds this service lives in: frames of the other are invisible
 * @throws {StartError} one clear line: the data directory is in use by process N, no PostGIS, wrong password …
 */
export declare function openDatabase(
  settings: Settings,
  options: { log: Log; clock: Clock; simulated: boolean },
): Promise<Database>;
