import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { toldDiscussion } from '@severe/db/testing/rows/told-discussion';
import { listDiscussions } from '../../../src/resources/discussions/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/discussions', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    const threats = { peakWindMph: '65-80', hailIn: '2.00-3.50', tornadoMph: null };
    await service.db.discussions.store([toldDiscussion({ wfos: ['OUN'], threats, text: 'Words.' })]);
    await service.db.discussions.store([toldDiscussion({ number: 846, area: squareAt(-90, 40, 2) })]);
  });
  after(() => service?.close());

  const list = async (query = '') => {
    const answer = await service.ask(`/api/v1/discussions${query}`);
    expect(responseProblems(listDiscussions, answer.json())).to.deep.equal([]);
    return answer;
  };
  const numbers = async (query: string): Promise<number[]> =>
    (await list(query)).json().features.map(({ properties }: any) => properties.number);

  it('lists active entries, newest first', async () => {
    const { headers, json } = await list();
    expect(headers['cache-control']).to.equal('public, max-age=15, stale-while-revalidate=15, stale-if-error=300');
    expect(json()).to.deep.include({ numberMatched: 2, timeStamp: '2026-05-20T21:30:00Z' });
    expect(json().features[1]).to.deep.equal({
      type: 'Feature',
      id: 1,
      geometry: squareAt(-98, 34, 2),
      properties: {
        id: 1,
        kind: 'convective',
        number: 845,
        issued: '2026-05-20T21:30:00Z',
        expires: '2026-05-20T23:30:00Z',
        status: 'active',
        watch_confidence: 80,
        concerning: 'Tornado watch likely',
        wfos: ['OUN'],
        threats: { peak_wind_mph: '65-80', hail_in: '2.00-3.50', tornado_mph: null },
        text: 'Words.',
        url: 'https://www.spc.noaa.gov/products/md/2026/md0845.html',
      },
    });
  });

  it('lists those about rain on request', async () => {
    await service.db.discussions.store([toldDiscussion({ kind: 'precipitation', number: 98 })]);
    expect(await numbers('?kind=precipitation')).to.deep.equal([98]);
    expect(await numbers('')).not.to.include(98);
  });

  it('filters by place, and lists expired entries only on request', async () => {
    expect(await numbers('?point=35,-97')).to.deep.equal([845]);
    expect(await numbers('?bbox=-91,39,-89,41')).to.deep.equal([846]);
    expect(await numbers('?state=OK')).to.deep.equal([]); // no county of it is known here
    service.setTime('2026-05-20T23:30:00Z');
    expect(await numbers('?limit=49')).to.deep.equal([]);
    const { features } = (await list('?active=false')).json();
    expect(features.map(({ properties }: any) => properties.status)).to.deep.equal(['expired', 'expired']);
  });
});
