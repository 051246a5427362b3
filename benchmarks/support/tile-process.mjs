import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { silentLog } from '@severe/base';
import { createTileServer } from '@severe/tiles';

// The tile server over the one frame of a folder, written there by frame-files.ts. Prints its address. In plain JavaScript,
// so that nothing but the built packages runs in the process whose CPU time is counted.

const folder = process.argv[2];
const row = JSON.parse(readFileSync(join(folder, 'frame.json'), 'utf8'));
const frame = { ...row, validAt: new Date(row.validAt), publishedAt: new Date(row.publishedAt) };

const objects = { get: async (key) => readFileSync(join(folder, key)) };
const pubsub = { subscribe: async () => async () => undefined };
const frames = { all: async (family) => (family === frame.family ? [frame] : []) };

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
  base = `http://127.0.0.1:${server.address().port}`;
  console.log(base);
});
process.once('SIGTERM', () => process.exit(0));
