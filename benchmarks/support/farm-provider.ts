/**
 * The providers of the farm, in a process whose CPU time does not count. It makes the files of a period, reports the expected
 * frames, and then only serves files: `node … farm-provider.ts FOLDER SLICE`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClock } from '@severe/base';
import { hostHandler } from '@severe/simulator/testing/server';
import { makeFiles, providersOf, servedFrom } from './farm-files.ts';
import type { Go, Slice } from './farm-slice.ts';

const [folder, text] = process.argv.slice(2);
const slice = JSON.parse(text) as Slice;
const providers = providersOf(slice);
const made = makeFiles(folder, providers, slice);

let families: Go['families'] = [];
let clock = createClock(new Date(slice.from), 0);
const buckets = servedFrom(folder, providers, slice.to).map((bucket, i) => ({
  ...bucket,
  objects: (now: number, prefix: string) => (families.includes(providers[i].family) ? bucket.objects(now, prefix) : []),
}));
const now = () => Promise.resolve(clock().getTime());
const server = createServer(hostHandler({ buckets, pages: [] }, now, (error) => console.error(error)));
server.keepAliveTimeout = 120_000;

process.on('message', (go: Go) => {
  families = go.families;
  clock = createClock(new Date(go.startAt), go.speed);
  process.send!({ going: true });
});
process.once('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send!({ ...made, port: (server.address() as AddressInfo).port }));
