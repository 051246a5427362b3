import { Counter, Histogram, type Registry } from 'prom-client';

/** How a stream begins: for a client without a position, after its last event, with lost events, or not at all. */
const starts = ['new', 'resumed', 'reset', 'refused'] as const;
type StreamStart = (typeof starts)[number];

/** Counts what the live stream of this process does. Nothing is counted for each client and event. */
export interface StreamMetrics {
  /** An event goes to the clients, this long after its commit. */
  event: (delaySeconds: number) => void;
  started: (start: StreamStart) => void;
  /** A client was cut, because it did not read. */
  cut: () => void;
}

/** Delays in seconds. The promise is half a second for 10,000 clients. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Adds the metrics of the live stream to a registry. */
export function addStreamMetrics(registry: Registry): StreamMetrics {
  const registers = [registry];
  const delay = new Histogram({
    name: 'severe_stream_event_delay_seconds',
    help: 'Time from the commit of an event until this process writes it to its clients.',
    buckets,
    registers,
  });
  const started = new Counter({
    name: 'severe_stream_starts_total',
    help: 'Streams that clients asked for, by how they began.',
    labelNames: ['start'],
    registers,
  });
  const cuts = new Counter({
    name: 'severe_stream_cuts_total',
    help: 'Clients that were cut because they did not read.',
    registers,
  });
  for (const start of starts) started.inc({ start }, 0); // a series that begins with its first event has no rate
  return {
    event: (seconds) => delay.observe(Math.max(0, seconds)),
    started: (start) => started.inc({ start }),
    cut: () => cuts.inc(),
  };
}
