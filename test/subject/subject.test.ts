import { expect } from 'chai';
import Koa from 'koa';
import { CacheBudget } from '@severe/async';
import { silentLog } from '@severe/base';
import { testConnection } from '@severe/db/testing/database';
import { planOf } from '@severe/db/testing/plan-of';
import type { SearchArea } from '@severe/geo';
import { bindKoa, responseProblems } from '@severe/http';
import { run, type Running } from '@severe/testing/serve';
import { createResponseCache } from '../../packages/api/src/shared/response-cache.ts';
import { followDataVersions } from '../../packages/api/src/shared/data-versions.ts';
import { openTable } from '../../packages/db/src/open-table.ts';
import { ChangingFiles } from '../../workers/ingest/test/support/changing-files.ts';
import { expectToRefuseFailures } from '../../workers/ingest/test/support/failures.ts';
import { feedContext } from '../../workers/ingest/test/support/stand-ins.ts';
import { listIceJams } from './api/endpoints.ts';
import { iceJamsTable } from './db/table.ts';
import { iceJamFeed } from './ingest/feed.ts';
import { parseIceJams } from './ingest/parse.ts';

const now = new Date('2026-02-03T12:00:00Z');
const jam = (id: string, river: unknown, time: string) => ({
  type: 'Feature',
  id,
  properties: { river, stage_m: 4.2, time },
  geometry: { type: 'Point', coordinates: [-96.01, 41.26] },
});
const list = [
  jam('a', 'Platte River', '2026-02-03T06:00:00Z'),
  jam('b', 'Elkhorn River', '2025-12-01T00:00:00Z'),
  jam('c', null, '2026-02-03T06:00:00Z'),
];

/** Follows docs/adding-a-subject.md: its listings are the files of this folder. */
describe('a subject by the guide', () => {
  const provider = new ChangingFiles();
  let made: Awaited<ReturnType<typeof feedContext>>;
  let service: Running;
  let db: ReturnType<typeof open>;
  let closeVersions: () => Promise<void>;

  const open = () => ({ ...made.context.db, iceJams: openTable(iceJamsTable, database) });
  let database: Parameters<typeof openTable>[1];

  before(async function () {
    this.timeout(120_000);
    made = await feedContext(provider, () => now);
    const { knex } = await testConnection();
    for (const { sql } of iceJamsTable.migrations) await knex.raw(sql);
    database = { knex, clock: () => now, simulated: false };
    db = open();
    const versions = followDataVersions(db.dataSets, made.platform.pubsub, silentLog);
    closeVersions = () => versions.close();
    const context = {
      db,
      clock: () => now,
      publicUrl: () => 'https://wx.example.org',
      replyFromCache: createResponseCache(versions, new CacheBudget(1 << 20)),
    };
    const serve = bindKoa([listIceJams], () => context as never, { log: silentLog });
    const handle = new Koa().use(serve).callback();
    service = await run((request, response) => void handle(request, response));
  });
  after(async () => {
    await service?.close();
    await closeVersions?.();
    await database?.knex.raw('drop table ice_jams');
    await made?.close();
  });

  const fetchAll = () => iceJamFeed.run({ ...made.context, db });
  const get = async (query = '') => {
    const { status, json } = await service.ask(`/api/v1/ice-jams${query}`);
    expect(status).to.equal(200);
    expect(responseProblems(listIceJams, json())).to.deep.equal([]);
    return json();
  };

  it('stores what the provider lists, once', async () => {
    provider.files.set('jams', JSON.stringify({ type: 'FeatureCollection', features: list }));
    const report = await fetchAll();
    expect(report).to.deep.include({ new: 2, unchanged: 0 });
    expect(report.refused.map(({ what }) => what)).to.deep.equal(['jam c']);
    expect(await fetchAll()).to.deep.include({ new: 0, unchanged: 2 });
    expect((await db.dataSets.all()).find(({ name }) => name === 'ice_jams')).to.include({ version: 1 });
  });

  it('refuses what a provider sends when it fails', () => expectToRefuseFailures(parseIceJams));

  it('finds rows in a box through an index', async () => {
    const area = { bbox: [-97, 41, -96, 42] } satisfies SearchArea;
    const plan = await planOf((on) => openTable(iceJamsTable, on).search({ area, limit: 100, offset: 0 }), now);
    expect(plan)
      .to.match(/Index/)
      .and.not.match(/Seq Scan/);
  });

  it('lists rows through the router, in the shape of its schema', async () => {
    const { numberMatched, features } = await get();
    expect(numberMatched).to.equal(2);
    expect(features[0]).to.deep.include({ geometry: { type: 'Point', coordinates: [-96.01, 41.26] } });
    expect(features[0].properties).to.include({ river: 'Platte River', stage_m: 4.2, time: '2026-02-03T06:00:00Z' });
    expect((await get('?point=41,-96&radius=10km')).numberMatched).to.equal(0);
  });

  it('removes rows that are older than the record of the table keeps them', async () => {
    expect(await db.iceJams.removeOld(new Date('2026-01-04T12:00:00Z'))).to.equal(1);
  });
});
