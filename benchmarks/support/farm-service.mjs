import { createServer } from 'node:http';
import { createClock, createLog, loadSettings } from '@severe/base';
import { channels } from '@severe/catalogue';
import { openDatabase } from '@severe/db';
import { feeds, startIngest } from '@severe/ingest';
import { openPlatform } from '@severe/platform';
import { startRasterWorker } from '@severe/raster-worker';
import { createTileServer } from '@severe/tiles';

// Ingest, raster and tiles in one process on the embedded stores, with a clock that can be fast. In plain JavaScript, so
// that nothing but the built packages runs in the process whose CPU time is counted. Tells each frame that it publishes.

const settings = loadSettings(process.env);
const log = createLog('warn');
let clock = createClock(new Date(Number(process.argv[2])), 0);
const means = { settings, clock: () => clock(), log, simulated: true };

const db = await openDatabase(settings, means);
const platform = await openPlatform(settings, log);
startRasterWorker({ ...means, db, platform });
const tiles = await createTileServer({ ...means, db, platform, publicUrl: () => '' });
createServer((request, response) => tiles.handle(request, response) || response.writeHead(404).end()).listen(
  0,
  '127.0.0.1',
);
await platform.pubsub.subscribe(channels.frames, ({ kind, family, product, validAt }) => {
  if (kind === 'published') process.send({ frame: `${family}/${product}/${validAt}`, at: clock().getTime() });
});

// What is fetched once in the life of a database, such as the names of places, is not what keeps a farm busy.
const frameFeeds = feeds.filter(({ id }) => ['mrms', 'goes', 'hrrr', 'nexrad'].includes(id));
feeds.splice(0, feeds.length, ...frameFeeds);

process.once('message', ({ startAt, speed, polls }) => {
  clock = createClock(new Date(startAt), speed);
  for (const feed of feeds) feed.everySeconds /= polls; // whose time is fast asks more often
  startIngest({ ...means, db, platform });
});
process.send({ ready: true });
