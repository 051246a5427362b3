import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import sharp from 'sharp';
import { run, type Running } from '@severe/testing/serve';
import { pagesDir } from '../../server/index.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** What stands in for the service: the pages, and an answer for every path that a test may replace. */
export interface StandIn extends Running {
  url: string;
  answers: Record<string, unknown>;
  asked: string[];
}

export const collection = (features: object[] = []) => ({
  type: 'FeatureCollection',
  numberMatched: features.length,
  numberReturned: features.length,
  timeStamp: null,
  links: [],
  features,
});

/** A path without an answer is answered with 503. */
export async function standIn(answers: Record<string, unknown>): Promise<StandIn> {
  const clear = await sharp({ create: { width: 256, height: 256, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const asked: string[] = [];
  const all: Record<string, unknown> = { ...answers };
  const running = await run((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://here');
    const path = url.pathname.replace('/api/v1', '');
    const file = pagesDir + (path === '/' ? 'index.html' : path.slice(1));
    if (url.pathname.startsWith('/api/v1')) asked.push(path + url.search);
    if (/\.(png|webp)$/.test(path)) response.setHeader('Content-Type', 'image/png').end(clear);
    else if (path in all) response.setHeader('Content-Type', 'application/json').end(JSON.stringify(all[path]));
    else if (url.pathname === path && existsSync(file)) {
      response.setHeader('Content-Type', types[extname(file)] ?? 'text/plain').end(readFileSync(file));
    } else response.writeHead(503, { 'Content-Type': 'application/json' }).end('{"detail":"Not now"}');
  });
  const { port } = running.server.address() as { port: number };
  return { ...running, url: `http://127.0.0.1:${port}`, answers: all, asked };
}
