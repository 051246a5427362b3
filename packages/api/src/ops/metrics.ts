import { channels, type FrameEvent } from '@severe/catalogue';
import type { Observation } from '@severe/http';
import type { Pubsub } from '@severe/platform';
import { within } from '../shared/within.ts';
import { RequestStats } from './request-stats.ts';
import { collectDefaultMetrics, Counter, Gauge, Registry, type Metric } from 'prom-client';

/** What this process counts about itself, in a registry of its own. */
export interface Metrics {
  registry: Registry;
  /** Counts an answered request, and how long it took. */
  observe: (seen: Observation) => void;
  /** Counts frames as they are announced; gives back the function that ends it. */
  countFrames: (pubsub: Pick<Pubsub, 'subscribe'>) => Promise<() => Promise<void>>;
  /** Adds numbers that are asked for whenever metrics are read. One that cannot be had is left out that time. */
  gauge: (name: string, help: string, label: string, read: () => Promise<Labelled> | Labelled) => void;
}

/** Values by their label. */
export type Labelled = Record<string, number>;

/** Numbers that have not come by then are left out: one store that is away spoils no scrape. */
const patienceMs = 2000;

/** A process's metrics, nothing counted yet. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new RequestStats();
  registerSamples(registry, 'counter', 'severe_http_requests_total', 'Requests answered.', () => requests.counts());
  const durations = 'severe_http_request_duration_seconds';
  registerSamples(registry, 'histogram', durations, 'From the first look at a request to its answer.', () =>
    requests.durations(durations),
  );
  const frames = new Counter({
    name: 'severe_frames_published_total',
    help: 'Frames announced since this process began.',
    labelNames: ['family', 'product'],
    registers,
  });

  return {
    registry,
    observe: (seen) => requests.observe(seen),
    countFrames: (pubsub) =>
      pubsub.subscribe<FrameEvent>(channels.frames, ({ kind, family, product }) => {
        if (kind === 'published') frames.inc({ family, product });
      }),
    gauge(name, help, label, read) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          this.reset();
          const values = await within(patienceMs, Promise.resolve().then(read)).catch(() => ({}));
          for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key }, value);
        },
      });
    },
  };
}

/** Adds a metric whose samples are kept elsewhere: all that a registry asks of one is that it can be got. */
function registerSamples(
  registry: Registry,
  type: 'counter' | 'histogram',
  name: string,
  help: string,
  samples: () => object[],
): void {
  const described = { name, help, type, aggregator: 'sum' };
  const metric = { ...described, get: () => Promise.resolve({ ...described, values: samples() }) };
  registry.registerMetric(metric as unknown as Metric);
}
