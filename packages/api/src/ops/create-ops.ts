import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errorAnswer } from '@severe/http';
import { messageOf, RequestError, type Clock, type Log } from '@severe/base';
import { families, jobs } from '@severe/catalogue';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import type { Api } from '../app.ts';
import { createProbes, type ProbeAnswer } from './probes.ts';

export interface OpsOptions {
  db: Pick<Database, 'frameJobs' | 'sourceRuns'>;
  platform: Pick<Platform, 'queue' | 'pubsub'>;
  clock: Clock;
  log: Log;
  api: Pick<Api, 'lifecycle' | 'components' | 'metrics'>;
  /** The tile server, when it runs in this process: its parts, each with its numbers. */
  tiles?: { metrics: () => object & { reads: { bytes: number; entries: number } } };
}

/** What operators and probes see, on a port that the public does not reach. */
export interface Ops {
  /** Answers `/healthz`, `/readyz` and `/metrics`. */
  listener: RequestListener;
  /** Readiness says no from now on, and answers end their connections. */
  drain: () => void;
  /** Ends what was begun for counting. */
  close: () => Promise<void>;
}

type Page = () => Promise<{ status: number; type: string; body: string }>;

export function createOps(options: OpsOptions): Ops {
  const { api, log, platform } = options;
  const { registry } = api.metrics;
  addGauges(options);
  const counting = api.metrics.countFrames(platform.pubsub);
  counting.catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'frames are not counted'));

  const probes = createProbes(api.lifecycle, api.components);
  const pages = new Map<string, Page>([
    ['/healthz', async () => asPage(await probes['/healthz']())],
    ['/readyz', async () => asPage(await probes['/readyz']())],
    ['/metrics', async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() })],
  ]);
  return {
    listener: (request, response) => void serve(pages, request, response, log),
    drain: () => api.lifecycle.drain(),
    close: async () => {
      const stop = await counting.catch(() => undefined);
      await stop?.();
    },
  };
}

async function serve(
  pages: Map<string, Page>,
  { method, url }: IncomingMessage,
  response: ServerResponse,
  log: Log,
): Promise<void> {
  try {
    const page = pages.get(url!.split('?', 1)[0]);
    if (!page) throw new RequestError(404, 'Not found');
    if (method !== 'GET' && method !== 'HEAD')
      throw new RequestError(405, 'Method not allowed', { Allow: 'GET, HEAD' });
    const { status, type, body } = await page();
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  } catch (error) {
    const { status, headers, body } = errorAnswer(error, log, { path: url });
    response.writeHead(status, headers).end(body);
  }
}

function asPage({ status, body }: ProbeAnswer): { status: number; type: string; body: string } {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** What is asked for when metrics are read. */
function addGauges({ api, db, platform, clock, tiles }: OpsOptions): void {
  const { gauge } = api.metrics;
  gauge('severe_queue_jobs', 'Jobs of the raster queue, by state.', 'state', async () => ({
    ...(await platform.queue.counts(jobs.renderFrame)),
  }));
  gauge('severe_frames_waiting', 'Frames that are still to be made, by family.', 'family', async () => {
    const waiting = await Promise.all(families.map((family) => db.frameJobs.waiting(family)));
    return Object.fromEntries(families.map((family, i) => [family, sum(waiting[i].values())]));
  });
  gauge('severe_source_data_age_seconds', 'Age of the newest data, by source.', 'source', async () => {
    const now = clock();
    const states = await db.sourceRuns.health(now);
    return Object.fromEntries(
      states.flatMap(({ source, dataAt }) => (dataAt ? [[source, (now.getTime() - dataAt.getTime()) / 1000]] : [])),
    );
  });
  if (!tiles) return;
  gauge('severe_point_values', 'Cached parts of value files, for single values and point forecasts.', 'of', () => {
    const { bytes, entries } = tiles.metrics().reads;
    return { bytes, entries };
  });
  gauge('severe_tile_server', 'Numbers of the tile server’s parts.', 'of', () => flatten(tiles.metrics()));
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

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
