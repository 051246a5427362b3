import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { listedWatch } from '@severe/db/testing/rows/listed-watch';
import { listWatches } from '../../../src/resources/watches/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/watches', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    const shape = JSON.stringify(squareAt(-97.7, 35, 0.6));
    await service.db.zones.put([
      { kind: 'county', ugc: 'OKC027', name: 'Cleveland', state: 'OK', wfo: 'OUN', simplified: true, shape },
    ]);
    const storm = listedWatch({ number: 213, type: 'SVR', pds: null, area: squareAt(-90, 40, 2) });
    await service.db.watches.store([listedWatch(), storm], true);
  });
  after(() => service?.close());

  const list = async (query = '') => {
    const answer = await service.ask(`/api/v1/watches${query}`);
    expect(responseProblems(listWatches, answer.json())).to.deep.equal([]);
    return answer;
  };
  const numbers = async (query: string): Promise<number[]> =>
    (await list(query)).json().features.map(({ properties }: { properties: { number: number } }) => properties.number);

  it('lists active entries, newest first', async () => {
    const { headers, json } = await list();
    expect(headers['cache-control']).to.equal('public, max-age=15, stale-while-revalidate=15, stale-if-error=300');
    expect(json()).to.deep.include({ numberMatched: 2, timeStamp: '2026-05-20T20:00:00Z' });
    const tornado = json().features[1];
    expect(tornado).to.deep.equal({
      type: 'Feature',
      id: 1,
      geometry: squareAt(-98, 34, 2),
      properties: {
        id: 1,
        number: 212,
        year: 2026,
        type: 'TOR',
        pds: true,
        max_hail_in: 3,
        max_wind_kt: 70,
        issued: '2026-05-20T20:00:00Z',
        expires: '2026-05-21T03:00:00Z',
        status: 'active',
        states: ['OK'],
        counties: [],
        probabilities: null,
        url: 'https://www.spc.noaa.gov/products/watch/2026/ww0212.html',
      },
    });
  });

  it('filters by type, state and place', async () => {
    expect(await numbers('?type=SVR')).to.deep.equal([213]);
    expect(await numbers('?state=ok')).to.deep.equal([212]);
    expect(await numbers('?point=35,-97')).to.deep.equal([212]);
    expect(await numbers('?point=39,-89&radius=150km')).to.deep.equal([213]);
    expect(await numbers('?bbox=-80,30,-70,40')).to.deep.equal([]);
  });

  it('lists expired watches only on request', async () => {
    service.setTime('2026-05-21T03:00:00Z');
    expect(await numbers('?limit=99')).to.deep.equal([]);
    const { features } = (await list('?active=false')).json();
    expect(features.map(({ properties }: any) => properties.status)).to.deep.equal(['expired', 'expired']);
    service.setTime('2026-05-20T22:18:05Z');
  });
});
