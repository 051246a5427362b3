export type { Feed, FeedContext, FeedReport } from './feed.ts';
export { forecastsOnDemand } from './feeds/forecast/on-demand.ts';
export { feeds } from './feeds/index.ts';
export type { Fetcher } from './fetch/fetcher.ts';
export { createFileFetcher } from './fetch/file-fetcher.ts';
export { createHttpFetcher } from './fetch/http-fetcher.ts';
export { startIngest } from './worker.ts';
