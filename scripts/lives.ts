// `npm run lives -- [--lives 100000 --seed 1]`: random lives of hazard events, told to the service in lists and texts, late, twice
// and out of order. Compares what it stores, tells and delivers with the truth, and exits with 1 if anything differs. Plays in an
// embedded database, or in the empty one of DATABASE_URL, which is faster.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog } from '@severe/base';
import { databaseOn, openEmbedded, openPostgres } from '@severe/db/testing/embedded';
import { playLives } from '@severe/ingest/testing/lives/play';
import { openPlatform } from '@severe/platform';
import { readOptions } from './support/read-options.ts';

const { values } = readOptions('npm run lives [-- --lives 100000 --seed 1 --at-once 2000]', {
  options: {
    lives: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '2000' }, // lives around one New Year
  },
});
const [lives, seed, atOnce] = [values.lives, values.seed, values['at-once']].map(Number);
const shown = 15; // differences that are printed of a calendar

const folder = await mkdtemp(join(tmpdir(), 'severe-lives-'));
const settings = loadSettings({ DATA_DIR: folder }); // Redis and others of the environment are not used;
const platform = await openPlatform(settings, silentLog);
const url = process.env['DATABASE_URL'];
const connection = await (url ? openPostgres(url) : openEmbedded(join(folder, 'database'), silentLog));
let now = new Date(0);
const clock = (): Date => now;
const db = databaseOn(connection, { simulated: false, clock, leaseClock: clock });
const { objects, queue, pubsub } = platform;
const signal = new AbortController().signal;
const startedAt = performance.now();
const minutes = (): string => ((performance.now() - startedAt) / 60_000).toFixed(1);
let differences = 0;
try {
  const tally = await playLives(
    {
      context: { settings, db, objects, queue, pubsub, clock, log: silentLog, signal },
      knex: connection.knex,
      setClock: (time) => void (now = time),
    },
    {
      lives,
      seed,
      atOnce,
      onCalendar: ({ lives: played, differences: found }) => {
        console.log(`${minutes()} min: ${played} lives, ${found.length} differences`);
        for (const difference of found.slice(differences, differences + shown)) console.log(difference);
        differences = found.length;
      },
    },
  );
  console.log(
    `seed ${seed}: ${tally.lives} lives, ${tally.messages} messages, ${tally.conflicts} conflicts reported, ` +
      `${tally.unknowable} lives that texts cannot tell apart, ${tally.differences.length} differences, ${minutes()} min`,
  );
} finally {
  await platform.close();
  await db.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(differences > 0 ? 1 : 0);
