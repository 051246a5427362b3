export { migrateDatabase, openDatabase, type Database, type Tables } from './open.ts';
export type { FrameJob, FrameJobs } from './tables/frame-jobs.ts';
export type { Frame, Frames, NewFrame } from './tables/frames.ts';
export type { SourceHealth, SourceRuns } from './tables/source-runs.ts';
export type { Page, Paging, TimeRange } from './filters.ts';
export type { DataSet, DataSets } from './tables/data-sets.ts';
export { zoneKinds, type Zone, type ZoneKind, type Zones } from './tables/zones.ts';
export * from './tables/alerts/alert.ts';
