import { withTimeout } from '@severe/async';
import { channels, type FrameEvent } from '@severe/catalogue';
import type { Observation } from '@severe/http';
import type { Pubsub } from '@severe/platform';
import { RequestStats } from './request-stats.ts';
import { collectDefaultMetrics, Counter, Gauge, Registry, type Metric } from 'prom-client';

/** Metrics of this process, in a registry of its own. */
export interface Metrics {
  registry: Registry;
  /** Records a completed request and its duration. */
  observe: (observation: Observation) => void;
  /** Counts announced frames. Returns a function that ends the subscription. */
  countFrames: (pubsub: Pick<Pubsub, 'subscribe'>) => Promise<() => Promise<void>>;
  /** Adds a gauge that is read on each scrape. If reading fails, the scrape omits it. */
  gauge: (name: string, help: string, label: string, read: () => Promise<Labelled> | Labelled) => void;
  /** As `gauge`, with several labels. */
  gauges: (name: string, help: string, labels: string[], read: () => Promise<Sample[]> | Sample[]) => void;
}

/** Values by their label. */
export type Labelled = Record<string, number>;

/** A value with its labels. */
interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** Timeout for reading a gauge. After it, the scrape omits the gauge. */
const readTimeoutMs = 2000;

/** Creates the metrics of a process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new RequestStats();
  registerSamples(registry, 'counter', 'severe_http_requests_total', 'Completed requests.', () => requests.counts());
  const durations = 'severe_http_request_duration_seconds';
  registerSamples(registry, 'histogram', durations, 'Time from the receipt of a request to its response.', () =>
    requests.durations(durations),
  );
  const frames = new Counter({
    name: 'severe_frames_published_total',
    help: 'Frames announced since the process started.',
    labelNames: ['family', 'product'],
    registers,
  });

  const gauges: Metrics['gauges'] = (name, help, labelNames, read) =>
    void new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset();
        const samples = await withTimeout(readTimeoutMs, Promise.resolve().then(read)).catch(() => []);
        for (const { labels, value } of samples) this.set(labels, value);
      },
    });

  return {
    registry,
    observe: (observation) => requests.observe(observation),
    countFrames: (pubsub) =>
      pubsub.subscribe<FrameEvent>(channels.frames, ({ kind, family, product }) => {
        if (kind === 'published') frames.inc({ family, product });
      }),
    gauges,
    gauge: (name, help, label, read) =>
      gauges(name, help, [label], async () =>
        Object.entries(await read()).map(([key, value]) => ({ labels: { [label]: key }, value })),
      ),
  };
}

/** Registers a metric whose samples are stored elsewhere. The registry only calls `get`. */
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
