import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { silentLog } from '@severe/base';
import type { Database, Frame } from '@severe/db';
import type { Objects, Pubsub } from '@severe/platform';
import { createTileServer } from '@severe/tiles';

// The tile server over the one frame of a folder, written there by frame-files.ts. Prints its address.

const folder = process.argv[2];
const row = JSON.parse(readFileSync(join(folder, 'frame.json'), 'utf8')) as Frame;
const frame: Frame = { ...row, validAt: new Date(row.validAt), publishedAt: new Date(row.publishedAt) };

const objects = { get: async (key: string) => readFileSync(join(folder, key)) } as unknown as Objects;
const pubsub = { subscribe: async () => async () => undefined } as unknown as Pubsub;
const frames = { all: async (family: string) => (family === frame.family ? [frame] : []) } as Database['frames'];

let base = '';
const tiles = await createTileServer({
  settings: { tileCacheMb: 256, valueCacheMb: 128 },
  db: { frames },
  platform: { objects, pubsub },
  clock: () => new Date(),
  log: silentLog,
  publicUrl: () => base,
});
const server = createServer((request, response) => {
  if (!tiles.handle(request, response)) response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => {
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(base);
});
process.once('SIGTERM', () => process.exit(0));
