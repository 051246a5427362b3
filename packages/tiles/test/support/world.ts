import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CacheBudget } from '@severe/async';
import { formatStamp, loadSettings, silentLog, type Log } from '@severe/base';
import { channels, frameKeys, type Family, type FrameEvent } from '@severe/catalogue';
import type { Frame } from '@severe/db';
import { openPlatform, type Platform } from '@severe/platform';
import type { Field, ColourImage } from '@severe/raster';
import { createTileServer, type TileServer, type TileServerOptions } from '@severe/tiles';
import { frameObjects, productOf, stormField } from './fields.ts';
import { frameRow, TestFrames } from './frames.ts';
import { TestObjects } from './objects.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  json: () => any;
}

/** The tile server on a free port, over stores of its own. */
export interface World {
  objects: TestObjects;
  frames: TestFrames;
  server: TileServer;
  base: string;
  request(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>;
  /** Stores both objects and the row, as the raster worker does, and announces the frame unless told not to. */
  publish(more?: Publication): Promise<Frame>;
  announce(kind: FrameEvent['kind'], frame: Frame): Promise<void>;
  close(): Promise<void>;
}

export interface Publication {
  family?: Family;
  product?: string;
  runAt?: Date | null;
  validAt?: Date;
  /** Names the field, so that it is drawn once for the whole suite. */
  name?: string;
  field?: () => Field;
  /** Instead of a field. */
  image?: () => ColourImage;
  silently?: boolean;
  publishedAt?: Date;
  /** The value file of a frame without tiles, instead of a field. */
  values?: Uint8Array;
}

export interface WorldOptions extends Partial<Pick<TileServerOptions, 'observe' | 'lifecycle' | 'limit'>> {
  now?: Date;
  /** Instead of `now`, a clock that the test moves. */
  clock?: () => Date;
  log?: Log;
  /** Memory of all caches. */
  cacheMb?: number;
  /** Frames that are there before the server starts. */
  before?: Publication[];
}

export const defaultTime = new Date('2026-05-20T22:18:38Z');

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const {
    now = new Date('2026-05-20T22:20:00Z'),
    clock = () => now,
    log = silentLog,
    cacheMb = 256,
    before = [],
    ...rest
  } = options;
  const objects = new TestObjects();
  const frames = new TestFrames();
  const dataDir = await mkdtemp(join(tmpdir(), 'severe-tiles-'));
  const stores: Platform = await openPlatform(loadSettings({ DATA_DIR: dataDir }), log);
  const platform = { objects: objects.port, pubsub: stores.pubsub };

  const publish = async (more: Publication = {}): Promise<Frame> => {
    const { family = 'radar', product: id = 'composite-reflectivity', runAt = null, validAt = defaultTime } = more;
    const { name = 'storm', field = () => stormField(), image, values, publishedAt, silently = false } = more;
    const product = productOf(family, id);
    const made = values
      ? { tiles: undefined, values }
      : frameObjects(`${family}/${id}/${name}`, product, image ?? field);
    const keys = frameKeys({ family, product: id, runAt, validAt }, formatStamp(validAt));
    if (made.tiles) await objects.port.put(keys.tiles, made.tiles);
    await objects.port.put(keys.values, made.values);
    const row = frameRow({
      family,
      product: id,
      runAt,
      validAt,
      ...(publishedAt ? { publishedAt } : {}),
      tilesKey: made.tiles ? keys.tiles : null,
      tilesBytes: made.tiles?.length ?? 0,
      valuesKey: keys.values,
      valuesBytes: made.values.length,
    });
    frames.rows.push(row);
    if (!silently) await announce('published', row);
    return row;
  };
  const announce = async (kind: FrameEvent['kind'], { family, product, runAt, validAt }: Frame): Promise<void> => {
    const event = { kind, family, product, runAt: runAt?.toISOString() ?? null, validAt: validAt.toISOString() };
    await platform.pubsub.announce(channels.frames, event);
    await new Promise((done) => setTimeout(done, 5)); // events and the reads they cause take a few turns
  };

  for (const publication of before) await publish({ ...publication, silently: true });
  let base = '';
  const server = await createTileServer({
    settings: { trustProxy: 0 },
    budget: new CacheBudget(cacheMb << 20),
    db: frames.db,
    platform,
    clock,
    log,
    publicUrl: () => 'https://wx.example.org',
    ...rest,
  });
  const http = createServer((incoming, response) => {
    if (!server.handle(incoming, response)) response.writeHead(418).end('not a path of the tile server');
  });
  base = await listen(http);
  const agent = new Agent({ keepAlive: true });

  return {
    objects,
    frames,
    server,
    base,
    publish,
    announce,
    request: (path, { method = 'GET', headers = {}, body } = {}) => exchange(agent, base, path, method, headers, body),
    async close() {
      agent.destroy();
      http.closeAllConnections();
      http.close();
      await server.close();
      await stores.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends the path byte for byte, which clients that mend URLs do not. */
async function exchange(
  agent: Agent,
  base: string,
  path: string,
  method: string,
  headers: Record<string, string>,
  sent?: string,
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const call = httpRequest({ agent, hostname, port, path: `/api/v1${path}`, method, headers });
  call.end(sent);
  const [incoming] = await once(call, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return { status: incoming.statusCode, headers: incoming.headers, body, json: () => JSON.parse(body.toString()) };
}
