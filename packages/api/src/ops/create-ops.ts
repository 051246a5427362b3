import type { RequestListener } from 'node:http';
import type { UnsentBytes } from '@severe/http';
import { messageOf, type Clock, type Log } from '@severe/base';
import type { ModelSettings } from '@severe/catalogue';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import type { Api } from '../app.ts';
import { addDeliveryGauges } from './delivery-gauges.ts';
import { addFrameGauges } from './frame-gauges.ts';
import { createProbes, type ProbeResponse } from './probes.ts';
import { serveOps, type OpsPage } from './serve-ops.ts';
import { addSourceGauges } from './source-gauges.ts';

export interface OpsOptions {
  db: Pick<
    Database,
    | 'frameJobs'
    | 'frames'
    | 'sourceRuns'
    | 'sourceLeases'
    | 'deadLetters'
    | 'unknownWords'
    | 'mails'
    | 'webhooks'
    | 'webhookDeliveries'
    | 'listReads'
  >;
  platform: Pick<Platform, 'queue' | 'pubsub'>;
  clock: Clock;
  log: Log;
  /** A simulated world does not have all sources. */
  simulated: boolean;
  /** Default: all sources are followed. */
  settings?: ModelSettings;
  api: Pick<Api, 'lifecycle' | 'components' | 'lateSources' | 'metrics' | 'openStreams'>;
  /** The tile server, if it runs in this process. */
  tiles?: { metrics: () => object & { reads: { bytes: number; entries: number } } };
  /** What the hosts of providers have sent to this process. */
  traffic?: { hosts: () => readonly { host: string; answers: number; bytes: number }[] };
  /** What waits for clients on the ports of this process. */
  unsent?: Pick<UnsentBytes, 'bytes' | 'cuts'>;
}

/** Probes and metrics on a private port. */
export interface Ops {
  /** Serves `/healthz`, `/readyz` and `/metrics`. */
  listener: RequestListener;
  /** Makes `/readyz` report 503 from now on, and closes each connection after its response. */
  drain: () => void;
  /** Ends the subscription of the frame counter. */
  close: () => Promise<void>;
}

export function createOps(options: OpsOptions): Ops {
  const { api, log, platform } = options;
  const { registry } = api.metrics;
  addGauges(options);
  const counting = api.metrics.countFrames(platform.pubsub);
  counting.catch((error: unknown) =>
    log.warn({ reason: messageOf(error) }, 'cannot subscribe to frame events; frames are not counted'),
  );

  const probes = createProbes(api.lifecycle, api.components, api.lateSources);
  const pages = new Map<string, OpsPage>([
    ['/healthz', async () => asPage(await probes['/healthz']())],
    ['/readyz', async () => asPage(await probes['/readyz']())],
    ['/metrics', async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() })],
  ]);
  return {
    listener: serveOps(pages, log),
    drain: () => api.lifecycle.drain(),
    close: async () => {
      const stop = await counting.catch(() => undefined);
      await stop?.();
    },
  };
}

function asPage({ status, body }: ProbeResponse): { status: number; type: string; body: string } {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** Adds the metrics that are read on each scrape. */
function addGauges({ api, db, platform, clock, simulated, settings, tiles, traffic, unsent }: OpsOptions): void {
  const { gauge } = api.metrics;
  addSourceGauges(api.metrics, { db, clock, simulated, settings });
  addFrameGauges(api.metrics, { db, platform, clock });
  addDeliveryGauges(api.metrics, { db, clock });
  gauge('severe_list_reads', 'Lists that were read since the start, by database.', 'from', () => db.listReads());
  gauge('severe_open_streams', 'Open connections of the live stream.', 'of', () => ({ api: api.openStreams() }));
  if (traffic) {
    const ofHosts = (figure: 'answers' | 'bytes') => () =>
      Object.fromEntries(traffic.hosts().map((state) => [state.host, state[figure]]));
    gauge('severe_provider_answers', 'Answers of hosts of providers since the start.', 'host', ofHosts('answers'));
    gauge(
      'severe_provider_bytes',
      'Bytes that hosts of providers have sent since the start.',
      'host',
      ofHosts('bytes'),
    );
  }
  if (unsent) {
    gauge(
      'severe_unsent',
      'Bytes that wait for slow clients, and connections cut for them since the start.',
      'of',
      () => ({
        bytes: unsent.bytes,
        cuts: unsent.cuts,
      }),
    );
  }
  if (!tiles) return;
  gauge('severe_point_values', 'Cached parts of value files, for single values and point forecasts.', 'of', () => {
    const { bytes, entries } = tiles.metrics().reads;
    return { bytes, entries };
  });
  gauge('severe_tile_server', 'Statistics of the tile server.', 'of', () => flatten(tiles.metrics()));
}

/** `{ packs: { bytes: 1 }, frames: 2 }` → `{ 'packs.bytes': 1, frames: 2 }`. */
function flatten(counts: object, before = ''): Record<string, number> {
  return Object.assign(
    {},
    ...Object.entries(counts).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'number') return { [before + name]: value };
      return typeof value === 'object' && value !== null ? flatten(value, `${before}${name}.`) : {};
    }),
  ) as Record<string, number>;
}
