import type { Observation } from '@severe/http';

/** A sample of the exposition format. */
interface Sample {
  metricName?: string;
  labels: Record<string, string | number>;
  value: number;
}

/** Upper bounds of the histogram buckets in seconds. Tiles take less than a millisecond, forecasts up to a second. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface RouteStats {
  seconds: number;
  /** Number of requests in each bucket, not cumulative; the last bucket is unbounded. */
  buckets: number[];
  /** Status → method → count. */
  statuses: Map<number, Map<string, number>>;
}

/**
 * Counts requests and their duration by route. It runs for every tile, so it adds to plain numbers and creates names
 * and labels only on a scrape. This costs a twentieth of labelled metrics.
 */
export class RequestStats {
  readonly #routes = new Map<string, RouteStats>();

  observe({ route, method, status, ms }: Observation): void {
    const stats = this.#routes.get(route) ?? this.#add(route);
    const seconds = ms / 1000;
    let bucket = 0;
    while (bucket < bounds.length && seconds > bounds[bucket]) bucket++;
    stats.buckets[bucket]++;
    stats.seconds += seconds;
    let methods = stats.statuses.get(status);
    if (!methods) stats.statuses.set(status, (methods = new Map()));
    methods.set(method, (methods.get(method) ?? 0) + 1);
  }

  /** Number of requests by route, method and status. */
  counts(): Sample[] {
    return this.#samples((route, { statuses }) =>
      [...statuses].flatMap(([status, methods]) =>
        [...methods].map(([method, value]) => ({ labels: { route, method, status }, value })),
      ),
    );
  }

  /** Samples of a histogram: cumulative buckets, sum and count. */
  durations(name: string): Sample[] {
    return this.#samples((route, { buckets, seconds }) => {
      let total = 0;
      const cumulative = buckets.map((count, i) => ({
        metricName: `${name}_bucket`,
        labels: { le: bounds[i] ?? '+Inf', route },
        value: (total += count),
      }));
      return [
        ...cumulative,
        { metricName: `${name}_sum`, labels: { route }, value: seconds },
        { metricName: `${name}_count`, labels: { route }, value: total },
      ];
    });
  }

  #samples(of: (route: string, stats: RouteStats) => Sample[]): Sample[] {
    return [...this.#routes].flatMap(([route, stats]) => of(route, stats));
  }

  #add(route: string): RouteStats {
    const stats = { seconds: 0, buckets: Array.from({ length: bounds.length + 1 }, () => 0), statuses: new Map() };
    this.#routes.set(route, stats);
    return stats;
  }
}
