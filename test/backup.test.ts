import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClock, loadSettings, silentLog, type Settings } from '@severe/base';
import { frameKeys, type FrameName } from '@severe/catalogue';
import { openDatabase } from '@severe/db';
import { makeDatabase } from '@severe/db/testing/databases';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { openPlatform } from '@severe/platform';
import { freePort } from '@severe/testing/free-port';
import { requireService } from '@severe/testing/services';
import { requireTool } from '@severe/testing/tools';
import { expect } from 'chai';
import { startService } from 'severe/testing/service';
import { shellLines } from './support/documented-commands.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const lines = shellLines(readFileSync(join(root, 'docs/backup.md'), 'utf8'));
const restoreFrom = lines.findIndex((line) => line.startsWith('pg_restore'));
const now = '2026-05-20T22:30:00Z';
const lists = ['/alerts', '/outlooks?day=1', '/watches', '/discussions', '/reports', '/observations', '/gauges', '/soundings', '/damage-tracks', '/facilities?bbox=-101,32,-94,38']; // prettier-ignore

/** The commands of docs/backup.md, on a database with rows of every subject. */
describe('a backup', function () {
  this.timeout(180_000);
  let folder: string;
  let from: Place;
  let to: Place;
  let frame: FrameName;

  before(async function () {
    requireTool(this, 'pg_dump', 'postgresql-client-15');
    const { DATABASE_URL } = await requireService(this, 'postgres');
    folder = await mkdtemp(join(tmpdir(), 'severe-backup-'));
    const port = await freePort();
    from = await makePlace(DATABASE_URL, join(folder, 'from'), port);
    to = await makePlace(DATABASE_URL, join(folder, 'to'), port);
    frame = await fill(from.settings);
  });
  after(async () => {
    for (const place of [from, to]) await place?.remove();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  /** Runs documented lines in the folder of the backup. @returns what they print */
  const run = (commands: readonly string[], { env }: Place): string => {
    const here = commands.map((line) => line.replace(/^npx severe/, join(root, 'packages/severe/bin/severe.js')));
    const done = spawnSync('bash', ['-euo', 'pipefail', '-c', here.join('\n')], {
      cwd: folder,
      env: { ...process.env, S3_ENDPOINT: '', REDIS_URL: '', ...env },
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(`${done.status}: ${done.stderr}${done.stdout}`);
    return done.stdout;
  };

  it('is restored by the documented commands into empty stores, which then answer as before', async () => {
    run(lines.slice(0, restoreFrom), from);
    expect(run(lines.slice(restoreFrom), to)).to.match(/1 frame/);
    const [before, after] = [await answersOf(from.settings), await answersOf(to.settings)];
    expect(after).to.deep.equal(before);
    for (const path of lists) expect(before.get(path), path).to.match(/"numberReturned":[1-9]/);
  });

  it('with fewer objects than rows is repaired: what is absent is forgotten', async () => {
    const platform = await openPlatform(to.settings, silentLog);
    await platform.objects.delete([frameKeys(frame, 'build').values]);
    await platform.close();
    expect(() => run(['npx severe verify'], to)).to.throw('absent');
    run(['npx severe verify --repair', 'npx severe verify'], to);
  });
});

interface Place {
  settings: Settings;
  env: Record<string, string>;
  remove: () => Promise<void>;
}

/** @param port the same for both, since it is in the links of lists */
async function makePlace(server: string, dataDir: string, port: number): Promise<Place> {
  const { url, remove } = await makeDatabase(server);
  const env = { DATABASE_URL: url, DATA_DIR: dataDir };
  const settings = loadSettings({ ...env, SEVERE_CLOCK: now, PORT: String(port), OPS_PORT: '0' });
  return { settings, env, remove };
}

/** Rows of every subject, and one frame with its objects. */
async function fill(settings: Settings): Promise<FrameName> {
  const clock = createClock(new Date(now));
  const db = await openDatabase(settings, { log: silentLog, clock, simulated: false });
  const platform = await openPlatform(settings, silentLog);
  try {
    await storeStormDay(db);
    const frame: FrameName = {
      family: 'radar',
      product: 'vil',
      runAt: null,
      validAt: new Date('2026-05-20T22:28:00Z'),
    };
    const keys = frameKeys(frame, 'build');
    await platform.objects.put(keys.tiles, new Uint8Array(3));
    await platform.objects.put(keys.values, new Uint8Array(5));
    const objects = { tilesKey: keys.tiles, tilesBytes: 3, valuesKey: keys.values, valuesBytes: 5 };
    await db.frames.insert({ ...frame, publishedAt: clock(), ...objects, simulated: false });
    return frame;
  } finally {
    await platform.close();
    await db.close();
  }
}

/** The lists of a service on some stores. */
async function answersOf(settings: Settings): Promise<Map<string, string>> {
  const service = await startService({ settings, roles: ['api'], simulated: false, log: silentLog });
  try {
    const answers = new Map<string, string>();
    for (const path of lists) {
      const response = await fetch(`${service.url}/api/v1${path}`);
      answers.set(path, await response.text());
    }
    return answers;
  } finally {
    await service.close();
  }
}
