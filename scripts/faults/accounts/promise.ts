import type { Cluster } from './cluster.ts';

/** Something that holds under abuse, over two processes. */
export interface AbusePromise {
  promise: string;
  /** @returns what was measured @throws {Error} if the promise is broken */
  measure: (cluster: Cluster) => Promise<string>;
}
