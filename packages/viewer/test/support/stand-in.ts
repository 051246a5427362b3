import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import sharp from 'sharp';
import { run, type Running } from '@severe/testing/serve';
import { until } from '@severe/testing/until';
import { pagesDir } from '../../server/index.ts';
import { emptyBasemap, outlinesOfOneState } from './light-ground.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** What stands in for the service: the pages, and an answer for every path that a test may replace. An answer may be a function. */
export interface StandIn {
  /** Empty until it listens. */
  url: string;
  listen: () => Promise<void>;
  close: () => Promise<void>;
  answers: Record<string, unknown>;
  /** Colours of tiles by the beginning of their path, such as `/radar/`, and of frames in bundles by their time; others are clear. */
  colours: Record<string, string>;
  /** Beginnings of paths whose requests wait until they are taken out. */
  held: Set<string>;
  /** Whether every connection is refused. */
  isDown: boolean;
  /** What is below the weather: all that the pages have, or, where a test does not look at it, what costs a browser little. */
  ground: 'light' | 'whole';
  /** Answers to requests with `as_of`: `/alerts 2026-05-20T22:16:00Z`. Other moments are refused with 400. */
  past: Record<string, unknown>;
  /** Paths of the requests to the service, without the live stream. */
  asked: string[];
  /** What happens to a request for the live stream: a proxy may hold the events back. */
  stream: 'open' | 'buffered' | 'silent' | 404;
  /** Values of `Last-Event-ID`, one for each stream that was opened. */
  resumedAt: (string | undefined)[];
  /** Number of open streams. */
  readonly streamCount: number;
  /** Writes an event to all open streams. */
  send: (name: string, data: object) => void;
  endStreams: () => void;
}

/** Answers of a service whose only layer is composite reflectivity, with a loop of these frames, oldest first. */
export function reflectivityAnswers(...frames: string[]): Record<string, unknown> {
  const product = { id: 'composite-reflectivity', name: 'Composite reflectivity', units: 'dBZ' };
  return {
    '/nexrad/sites': { sites: [] },
    '/radar/products': { products: [{ ...product, description: '', palettes: ['standard'] }] },
    '/nexrad/products': { products: [] },
    '/satellite/products': { products: [] },
    '/hrrr/variables': { variables: [] },
    '/radar/loop/composite-reflectivity.json': { latest: frames.at(-1), frames, columns: 1, tiles: '/none' },
    '/radar/legend/composite-reflectivity.json': { name: product.name, units: product.units, stops: [], entries: [] },
  };
}

export const collection = (features: object[] = []) => ({
  type: 'FeatureCollection',
  numberMatched: features.length,
  numberReturned: features.length,
  timeStamp: null,
  links: [],
  features,
});

/** A service that listens. A path without an answer is answered with 503. */
export async function standIn(answers: Record<string, unknown>): Promise<StandIn> {
  const made = createStandIn(answers);
  await made.listen();
  return made;
}

/** A service that does not listen yet. */
export function createStandIn(answers: Record<string, unknown>): StandIn {
  const images = new Map<string, Promise<Buffer>>();
  const imageOf = (colour: string) => {
    const image = images.get(colour) ?? imageIn(colour);
    images.set(colour, image);
    return image;
  };
  const isBundle = (path: string) =>
    Object.keys(all)
      .filter((key) => key.includes('/loop/'))
      .map((key) => bodyOf(all[key], new URLSearchParams()) as LoopAnswer)
      .some(({ tiles }) => tiles.includes('{z}') && path.startsWith(tiles.split('{')[0]));
  const bundleAt = ({ pathname, searchParams }: URL): Promise<Response> =>
    bundleOf(pathname, searchParams.get('frames')!.split(','), (stamp) => imageOf(standing.colours[stamp] ?? '#0000'));
  const asked: string[] = [];
  const all: Record<string, unknown> = { ...answers };
  const past: Record<string, unknown> = {};
  const pastOf = (path: string, asOf: string) => past[`${path} ${asOf}`];
  const streams = new Set<ServerResponse>();
  const resumedAt: (string | undefined)[] = [];
  let sent = 0;
  const eventText = (name: string, data: object) =>
    `id: 1779315484-${String(++sent).padStart(4, '0')}\nevent: ${name}\ndata: ${JSON.stringify({ source: name, ...data })}\n\n`;
  function listen(request: IncomingMessage, response: ServerResponse): void {
    if (standing.stream === 404) response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
    if (typeof standing.stream === 'number' || standing.stream === 'silent') return;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    if (standing.stream === 'buffered') return;
    resumedAt.push(request.headers['last-event-id'] as string | undefined);
    response.write(`retry: 200\n\n${eventText('ready', {})}`);
    streams.add(response);
    response.on('close', () => streams.delete(response));
  }
  const begins = (path: string) => (prefix: string) => path.startsWith(prefix);
  let running: Running | undefined;
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (standing.isDown) return void request.socket.destroy();
    const url = new URL(request.url ?? '/', 'http://here');
    const path = url.pathname.replace('/api/v1', '');
    const file = pagesDir + (path === '/' ? 'index.html' : path.slice(1));
    if (path === '/stream') return listen(request, response);
    if (url.pathname.startsWith('/api/v1')) asked.push(path + url.search);
    await until(() => ![...standing.held].some(begins(path)));
    const answer = all[path];
    if (path.endsWith('.png')) {
      const prefix = Object.keys(standing.colours).find(begins(path));
      response.setHeader('Content-Type', 'image/png').end(await imageOf(standing.colours[prefix ?? ''] ?? '#0000'));
    } else if (isBundle(url.pathname)) {
      const bundle = await bundleAt(url);
      response.setHeader('Content-Type', bundle.headers.get('content-type')!);
      response.end(Buffer.from(await bundle.arrayBuffer()));
    } else if (url.searchParams.has('as_of')) {
      const past = pastOf(path, url.searchParams.get('as_of')!);
      response.writeHead(past ? 200 : 400, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(past ?? { detail: 'Invalid as_of: too early' }));
    } else if (path in all) {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(bodyOf(answer, url.searchParams)));
    } else if (url.pathname === path && existsSync(file)) {
      const body = bodyOfFile(file, standing.ground);
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (start && end) return sendPart(response, body, Number(start), Number(end));
      response.setHeader('Content-Type', types[extname(file)] ?? 'text/plain').end(body);
    } else response.writeHead(503, { 'Content-Type': 'application/json' }).end('{"detail":"Not now"}');
  }
  const standing: StandIn = {
    url: '',
    async listen() {
      running = await run((request, response) => void respond(request, response));
      standing.url = running.url;
    },
    close: async () => running?.close(),
    answers: all,
    past,
    colours: {},
    held: new Set(),
    isDown: false,
    ground: 'light',
    asked,
    stream: 'open',
    resumedAt,
    get streamCount() {
      return streams.size;
    },
    send(name, data) {
      const text = eventText(name, data);
      for (const stream of streams) stream.write(text);
    },
    endStreams() {
      for (const stream of streams) stream.end();
    },
  };
  return standing;
}

function bodyOfFile(file: string, ground: StandIn['ground']): Buffer {
  if (ground === 'light' && file.endsWith('.pmtiles')) return emptyBasemap();
  const body = readFileSync(file);
  return ground === 'light' && /\/counties-[^/]*\.json$/.test(file) ? outlinesOfOneState(body) : body;
}

function sendPart(response: ServerResponse, bytes: Buffer, start: number, end: number): void {
  const part = bytes.subarray(start, end + 1);
  response.writeHead(206, { 'Content-Range': `bytes ${start}-${start + part.length - 1}/${bytes.length}` });
  response.end(part);
}

/** An answer for a loop: its bundles are at `tiles`. */
interface LoopAnswer {
  frames: string[];
  tiles: string;
  blocks?: object[];
}

/** The body of an answer; a loop is one block. */
function bodyOf(answer: unknown, query: URLSearchParams): unknown {
  const body = typeof answer === 'function' ? (answer as (query: URLSearchParams) => unknown)(query) : answer;
  const { frames, tiles, blocks } = (body ?? {}) as LoopAnswer;
  if (!frames || !tiles || blocks) return body;
  return { ...(body as object), blocks: [{ frames, tiles: `${tiles}?frames=${frames.join()}` }] };
}

/** The four tiles below that of a path such as `/tiles/6/14/25`, of every frame. */
async function bundleOf(
  path: string,
  stamps: string[],
  imageOf: (stamp: string) => Promise<Buffer>,
): Promise<Response> {
  const [z, x, y] = /(\d+)\/(\d+)\/(\d+)\D*$/.exec(path)!.slice(1).map(Number);
  const form = new FormData();
  for (const stamp of stamps) {
    const image = new Blob([new Uint8Array(await imageOf(stamp))], { type: 'image/png' });
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ])
      // prettier-ignore
      form.append(`${stamp}/${z + 1}/${2 * x + right}/${2 * y + down}`, image, 'tile.png');
  }
  return new Response(form);
}

/** A square of a colour. */
function imageIn(background: string): Promise<Buffer> {
  return sharp({ create: { width: 256, height: 256, channels: 4, background } })
    .png()
    .toBuffer();
}
