import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog, StartError } from '@severe/base';
import { testDatabase } from '@severe/db/testing/database';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { openPlatform } from '@severe/platform';
import { rejection } from '@severe/platform/testing/wait';
import { run, type Running } from '@severe/testing/serve';
import { expect } from 'chai';
import { listGivenUp, retryGivenUp } from '../../src/commands/feed/dead-letters.ts';
import type { Stores } from '../../src/with-stores.ts';

const now = new Date('2026-05-20T22:30:00Z');
const mosaic = { family: 'radar', product: 'vil', runAt: null } as const;
const at = (minute: number): Date => new Date(Date.UTC(2026, 4, 20, 22, minute));

describe('commands/feed/dead-letters', () => {
  let folder: string;
  let provider: Running;
  let answer = '';
  let stores: Stores;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'severe-dead-'));
    provider = await run((_request, response) => void response.end(answer));
    const { port } = provider.server.address() as { port: number };
    const settings = loadSettings({ DATA_DIR: folder, PROVIDERS: `http://127.0.0.1:${port}` });
    const platform = await openPlatform(settings, silentLog);
    const db = await testDatabase({ clock: () => now });
    const { signal } = new AbortController();
    stores = { settings, db, platform, clock: () => now, log: silentLog, simulated: false, signal };
  });
  after(async () => {
    await provider.close();
    await stores.platform.close();
    await rm(folder, { recursive: true });
  });

  /** A frame that was given up. @returns its id */
  async function giveUp(validAt: Date, state: 'refused' | 'dead', hasFile: boolean): Promise<number> {
    const rawKey = `raw/${validAt.getTime()}`;
    if (hasFile) await stores.platform.objects.put(rawKey, Buffer.from('file'));
    const id = (await stores.db.frameJobs.insert({ ...mosaic, validAt, rawKey }))!;
    await stores.db.frameJobs.giveUp({ id, attempts: 0 }, state, 'unreadable: "\0"');
    return id;
  }

  it('says that nothing was given up, and how to see a demonstration', async () => {
    const nothing = 'Nothing was given up; --demo shows what a demonstration has given up.\n';
    expect(await listGivenUp(stores)).to.equal(nothing);
    expect(await retryGivenUp(stores)).to.equal(nothing);
    expect(await listGivenUp({ ...stores, simulated: true })).to.equal('Nothing was given up.\n');
  });

  it('lists frames and items with their reasons', async () => {
    await giveUp(at(0), 'dead', true);
    await stores.db.deadLetters.record({ id: 'wpc-eros', source: 'eros' }, [{ what: 'Day1', why: 'no area' }]);
    expect(await listGivenUp(stores)).to.equal(
      '2026-05-20T22:30:00Z  radar  radar/vil/202605202200  dead: unreadable: "\uFFFD"\n' +
        '2026-05-20T22:30:00Z  eros  wpc-eros Day1  1 times: no area\n',
    );
    const { frames, items } = JSON.parse(await listGivenUp(stores, true)) as Record<string, object[]>;
    expect(frames[0]).to.deep.include({ source: 'radar', state: 'dead' });
    expect(items[0]).to.deep.include({ feed: 'wpc-eros', what: 'Day1', times: 1 });
  });

  it('lets a frame with a file wait again, and forgets one without, so that it is fetched again', async () => {
    await giveUp(at(2), 'refused', false);
    expect(await retryGivenUp(stores, 'radar')).to.equal(
      'radar/vil/202605202202: its file is gone and is fetched again, if the provider still has it\n' +
        'radar/vil/202605202200: waits for a raster worker\n',
    );
    const due = await stores.db.frameJobs.due(10);
    expect(due.map(({ validAt, attempts, failures }) => [validAt, attempts, failures])).to.deep.equal([[at(0), 0, 0]]);
    expect(await stores.db.frameJobs.existing('radar', 'vil', null, [at(0), at(2)])).to.deep.equal([at(0)]);
  });

  it('runs a feed again, and forgets what it does not refuse again', async () => {
    answer = '<html>busy</html>';
    expect(await retryGivenUp(stores, 'wpc-eros')).to.include('wpc-eros: 0 new, 0 changed, 3 refused again');
    expect([...(await stores.db.deadLetters.counts())]).to.deep.equal([['eros', 4]]);

    stores = { ...stores, clock: () => new Date(now.getTime() + 60_000) };
    const properties = {
      OUTLOOK: 'Slight (At Least 15%)',
      START_TIME: '2026-05-20 16:00:00',
      END_TIME: '2026-05-21 12:00:00',
    };
    const features = [{ type: 'Feature', properties, geometry: squareAt(-98, 34, 2) }];
    answer = JSON.stringify({ type: 'FeatureCollection', features });
    expect(await retryGivenUp(stores, 'eros')).to.equal('wpc-eros: 3 new, 0 changed, 0 refused again\n');
    expect(await listGivenUp(stores)).to.include('Nothing was given up');
  });

  it('names the sources and feeds for a name that is neither', async () => {
    const error = await rejection(retryGivenUp(stores, 'radars'));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.include('no source or feed is named radars').and.include('nws-alerts');
  });
});
