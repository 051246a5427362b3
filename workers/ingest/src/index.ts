export {
  addIgnored,
  addUnknownWords,
  emptyReport,
  type Feed,
  type FeedContext,
  type FeedReport,
  type OtherForm,
} from './feed.ts';
export { fetchesOnDemand } from './on-demand.ts';
export { enabledFeeds, isNamed } from './feeds/enabled.ts';
export { createFeeds } from './feeds/index.ts';
export { textOf, type Fetcher } from './fetch/fetcher.ts';
export { createFileFetcher } from './fetch/file-fetcher.ts';
export { checkFeed, type CheckOptions, type FeedCheck } from './check/check-feed.ts';
export { HostGates } from './fetch/host-gates.ts';
export { createHttpFetcher, type ProviderSettings } from './fetch/http-fetcher.ts';
export { importFile, importKinds, type ImportKind } from './imports/import-file.ts';
export { openFile } from './imports/open-file.ts';
export type { ImportReport } from './imports/batch-import.ts';
export type { Replay } from './replay/play.ts';
export { TrafficCounts, type HostState } from './traffic.ts';
export type { ProvidersAt } from './past.ts';
export { startIngest } from './worker.ts';
