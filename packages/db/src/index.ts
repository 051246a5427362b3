export { migrateDatabase, openDatabase, type Database, type Tables } from './open.ts';
export type { FrameJob, FrameJobs } from './tables/frame-jobs.ts';
export type { Frame, Frames, NewFrame } from './tables/frames.ts';
export type { SourceHealth, SourceRuns } from './tables/source-runs.ts';
