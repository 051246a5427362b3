export {
  createClient,
  type Answer,
  type CallOptions,
  type Client,
  type ClientOptions,
  type FeatureOf,
  type ListPath,
} from './client.ts';
export type { Fetch } from './fetching.ts';
export type { Gets, Posts, Schemas } from './generated.ts';
export { AnswerError, type Fault, type Problem } from './problem.ts';
