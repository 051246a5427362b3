import type { Params, ValuesOf } from './params.ts';

/** Parameters of a request, on which its cost depends. */
export interface Requested<P extends Params = Params, Q extends Params = Params> {
  path: { [K in keyof ValuesOf<P>]: Exclude<ValuesOf<P>[K], undefined> };
  query: ValuesOf<Q>;
}

/**
 * Units of the rate limit that a request takes, in proportion to the work that it makes. A unit is some tens of
 * milliseconds of processor time, so most requests take one.
 */
export type Cost<P extends Params = Params, Q extends Params = Params> = number | CostRule<P, Q>;

/** A cost that depends on the parameters. */
export interface CostRule<P extends Params = Params, Q extends Params = Params> {
  /** Completes the sentence `Takes … from the rate limit.` */
  about: string;
  /** At least 1; rounded up. */
  of(requested: Requested<P, Q>): number;
}

/** The cost of a list: one unit for every `items` of a parameter of the query that bounds its length. */
export function costPer<K extends string>(
  items: number,
  name: K,
): { about: string; of(requested: { query: Record<K, number> }): number } {
  return { about: `one unit for every ${items} of \`${name}\``, of: ({ query }) => query[name] / items };
}

/**
 * Units that a request takes.
 *
 * @param requested undefined if the parameters are invalid: then the request takes one unit
 */
export function unitsOf(cost: Cost<any, any> = 1, requested?: Requested<any, any>): number {
  if (typeof cost === 'number') return cost;
  return requested ? Math.max(1, Math.ceil(cost.of(requested))) : 1;
}

/** A sentence about the cost; undefined for a cost of 1. */
export function costText(cost: Cost<any, any> = 1): string | undefined {
  if (cost === 1) return undefined;
  return `Takes ${typeof cost === 'number' ? `${cost} units` : cost.about} from the rate limit.`;
}
