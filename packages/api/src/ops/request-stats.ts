import type { Observation } from '@severe/http';

/** A line of the exposition format. */
interface Sample {
  metricName?: string;
  labels: Record<string, string | number>;
  value: number;
}

/** Upper bounds in seconds: tiles take a fraction of a millisecond, forecasts up to a second. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface RouteStats {
  seconds: number;
  /** How many took up to each bound and longer than the one before; the last is for those beyond all. */
  buckets: number[];
  /** Status → method → count. */
  statuses: Map<number, Map<string, number>>;
}

/**
 * Counts requests and how long they took, by route. It sits on the way of every tile, so it adds to plain numbers, and
 * names and labels are put together only when somebody reads them: a twentieth of what labelled metrics cost each time.
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

  /** How many, by route, method and status. */
  counts(): Sample[] {
    return this.#samples((route, { statuses }) =>
      [...statuses].flatMap(([status, methods]) =>
        [...methods].map(([method, value]) => ({ labels: { route, method, status }, value })),
      ),
    );
  }

  /** A histogram in the parts that the format wants: buckets that include all smaller ones, sum and count. */
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
