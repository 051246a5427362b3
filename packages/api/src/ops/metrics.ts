import { channels, type FrameEvent } from '@severe/catalogue';
import type { Observation } from '@severe/http';
import type { Pubsub } from '@severe/platform';
import { within } from '../shared/within.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

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

/** Upper bounds in seconds: tiles take a fraction of a millisecond, forecasts up to a second. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Numbers that have not come by then are left out: one store that is away spoils no scrape. */
const patienceMs = 2000;

/** A process's metrics, nothing counted yet. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'severe_http_requests_total',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'severe_http_request_duration_seconds',
    help: 'From the first look at a request to its answer.',
    labelNames: ['route'],
    buckets,
    registers,
  });
  const frames = new Counter({
    name: 'severe_frames_published_total',
    help: 'Frames announced since this process began.',
    labelNames: ['family', 'product'],
    registers,
  });

  return {
    registry,
    observe({ route, method, status, ms }) {
      requests.inc({ route, method, status });
      durations.observe({ route }, ms / 1000);
    },
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
