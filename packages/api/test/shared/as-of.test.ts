import { responseProblems } from '@severe/http';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { granule } from '@severe/db/testing/rows/granule';
import { listedWatch } from '@severe/db/testing/rows/listed-watch';
import { observation } from '@severe/db/testing/rows/observation';
import { report } from '@severe/db/testing/rows/report';
import { stormCell } from '@severe/db/testing/rows/storm-cell';
import { basinOutlook, coneOf, drawnArea, listedStorm, toldArea } from '@severe/db/testing/rows/tropical';
import { expect } from 'chai';
import { apiEndpoints } from '../../src/endpoints.ts';
import { startTestApi, type TestService } from '../support/service.ts';

/** Tables and feeds are forms of them. */
const lists = apiEndpoints.filter(({ query, response }) => 'json' in response && query && 'as_of' in query);
const paths = lists.map(({ path }) => path);
const utc = (time: string) => `2026-05-20T${time}Z`;

describe('as_of', () => {
  let service: TestService;
  /** Features of each list, as they were served at each moment. */
  const served = new Map<string, unknown[]>();
  const moments = ['22:20:00', '22:25:00', '22:31:00'];

  before(async function () {
    this.timeout(120_000);
    service = await startTestApi();
    const { db } = service;
    const changes = [
      async () => {
        await db.alerts.store([alertEvent()]);
        await db.watches.store([listedWatch()], true);
        await db.reports.store([report()]);
        await db.observations.store([observation({ temperatureC: 20 })]);
        await db.tropicalStorms.store([listedStorm()], true);
        await db.tropicalStorms.storeOutlines([coneOf()]);
        await db.tropicalOutlooks.storeText(basinOutlook(), [toldArea()]);
        await db.tropicalOutlooks.storeMap([drawnArea()]);
      },
      async () => {
        await db.alerts.store([alertEvent({ sent: new Date(utc('22:24:00')), headline: 'Later' })]);
        await db.reports.store([report({ magnitude: 2.5, receivedAt: new Date(utc('22:24:00')) })]);
        await db.observations.store([observation({ temperatureC: 21 })]);
        await db.tropicalStorms.store([listedStorm({ maxWindKt: 115, issuedAt: new Date(utc('22:24:00')) })], true);
        await db.tropicalOutlooks.storeMap([drawnArea({ probability7day: 90 })]);
      },
      async () => {
        await db.alerts.expire([]);
        await db.watches.store([], true);
        await db.tropicalStorms.store([], true);
        await db.tropicalOutlooks.storeText(basinOutlook({ issuedAt: new Date(utc('22:30:00')) }), []);
        await db.tropicalOutlooks.storeMap([]);
        await db.reports.store([report({ key: 'second' })]);
      },
    ];
    for (const [i, change] of changes.entries()) {
      service.setTime(utc(moments[i]));
      await change();
      // The second scan is of an earlier frame than its moment, and was not known at the first.
      const frameAt = new Date(Date.parse(utc(moments[i])) - 60_000);
      await db.stormCells.store({ frameAt, state: {} }, [stormCell({ maxDbz: 50 + i })]);
      await db.lightning.store(granule({ name: `granule ${i}` })); // ages count from now, so responses must be new
      for (const path of paths) served.set(`${path} ${moments[i]}`, await featuresOf(path));
    }
    service.setTime(utc('22:40:00'));
  });
  after(() => service?.close());

  const ask = (path: string, query: string) => service.ask(`/api/v1${path}${query}`);

  async function featuresOf(path: string, query = ''): Promise<unknown[]> {
    await service.platform.pubsub.announce('data', {}); // the cached versions of the data sets are a second old
    const { status, json } = await ask(path, query);
    expect([path, status]).to.deep.equal([path, 200]);
    return json().features;
  }

  it('is a parameter of every list whose earlier states are kept', () => {
    expect(paths).to.have.members([
      '/alerts',
      '/watches',
      '/outlooks',
      '/eros',
      '/discussions',
      '/reports',
      '/observations',
      '/lightning',
      '/soundings',
      '/damage-tracks',
      '/storms',
      '/tropical/outlook',
      '/tropical/storms',
    ]);
  });

  for (const { path, ...list } of lists) {
    it(`shows ${path} as it was served then`, async () => {
      for (const moment of moments) {
        const { json } = await ask(path, `?as_of=${utc(moment)}`);
        expect(responseProblems({ path, ...list }, json())).to.deep.equal([]);
        expect(json().features).to.deep.equal(served.get(`${path} ${moment}`));
      }
    });
  }

  it('differs between the moments of the test', () => {
    const texts = (path: string) => new Set(moments.map((moment) => JSON.stringify(served.get(`${path} ${moment}`))));
    const counts = [
      '/alerts',
      '/watches',
      '/reports',
      '/observations',
      '/storms',
      '/tropical/storms',
      '/tropical/outlook',
    ].map((path) => texts(path).size);
    expect(counts).to.deep.equal([3, 2, 3, 2, 3, 3, 3]);
  });

  it('is refused for a moment in the future, before the record begins, or longer ago than it is kept', async () => {
    for (const [asOf, problem] of [
      ['2026-05-20T22:40:01Z', 'is in the future'],
      ['2026-05-20T22:19:59Z', 'is too early, the past is known since 2026-05-20T22:20:00Z'],
      ['yesterday', 'expected an RFC 3339 time'],
    ]) {
      const { status, json } = await ask('/alerts', `?as_of=${asOf}`);
      expect(status).to.equal(400);
      expect(json().detail).to.include('Invalid as_of').and.to.include(problem);
    }
    service.setTime('2026-07-20T00:00:00Z');
    const { status, json } = await ask('/reports', '?as_of=2026-05-20T22:30:00Z');
    service.setTime(utc('22:40:00'));
    expect([status, json().detail]).to.deep.equal([
      400,
      'Invalid as_of: 2026-05-20T22:30:00Z is too early, the past is known since 2026-06-20T00:00:00Z',
    ]);
  });

  it('may be cached for an hour when it is settled, and as briefly as the list before', async () => {
    const ages = async (asOf: string) => (await ask('/alerts', `?as_of=${utc(asOf)}`)).headers['cache-control'];
    expect(await ages('22:30:00')).to.include('max-age=3600');
    expect(await ages('22:39:30')).to.include('max-age=5,');
  });

  it('stays in the links to other pages, and bounds the time of the data', async () => {
    const { json } = await ask('/alerts', '?as_of=2026-05-20T22:30:00%2B00:00&limit=1&active=false');
    expect(json().links[0].href).to.match(/as_of=2026-05-20T22(:|%3A)30/);
    expect(Date.parse(json().timeStamp)).to.be.at.most(Date.parse(utc('22:30:00')));
  });
});
