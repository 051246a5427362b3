import type { Params, ValuesOf } from './params.ts';

/** Parameters of a request, on which its work depends. */
export interface Requested<P extends Params = Params, Q extends Params = Params> {
  path: { [K in keyof ValuesOf<P>]: Exclude<ValuesOf<P>[K], undefined> };
  query: ValuesOf<Q>;
}

/** What is known of the stored data before a request is answered. */
export interface WorkFacts {
  /** Rows of a table by the statistics of the database; 0 if they are not known. */
  rowsIn: (table: string) => number;
}

/**
 * The most that a request may make the service touch, known before it starts: 1 is what takes some milliseconds of processor time
 * of service and database together. Clients share the work by turns; no limit counts it. 0 is for what waits for others: it has a
 * queue of its own.
 */
export type Work<P extends Params = Params, Q extends Params = Params> =
  number | ((requested: Requested<P, Q>, facts: WorkFacts) => number);

/** The work of a list: 1 for every `items` of a parameter of the query that bounds its length. */
export function workPer<K extends string>(items: number, name: K): (requested: { query: Record<K, number> }) => number {
  return ({ query }) => query[name] / items;
}

/** The work of a request: 0 or at least 1. */
export function workOf(work: Work<any, any> = 1, requested: Requested<any, any>, facts: WorkFacts): number {
  if (work === 0) return 0;
  return Math.max(1, typeof work === 'number' ? work : work(requested, facts));
}
