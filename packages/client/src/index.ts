export {
  createClient,
  type CallOptions,
  type Client,
  type ClientOptions,
  type FeatureOf,
  type ListPath,
  type Result,
  type TilePath,
} from './client.ts';
export type { EventOptions, StreamData, StreamEvent } from './events.ts';
export type { Fetch } from './fetching.ts';
export type { Gets, Posts, Schemas } from './generated.ts';
export { ApiError, type Fault, type Problem } from './problem.ts';
