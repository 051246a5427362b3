import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { rainfallArea } from '@severe/db/testing/rows/outlook-area';
import { listEros } from '../../../src/resources/eros/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/eros', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    const { eros } = service.db;
    await eros.replace('Day1_Latest', [rainfallArea({ risk: 'MRGL', riskRank: 1, probability: 0.05 })]);
    await eros.replace('Day1_Latest', [rainfallArea()]);
    await eros.replace('Day2_Latest', [rainfallArea({ day: 2, issuedAt: null, area: squareAt(-90, 30, 2)! })]);
  });
  after(() => service?.close());

  const list = async (query = '') => {
    const answer = await service.ask(`/api/v1/eros${query}`);
    expect(responseProblems(listEros, answer.json())).to.deep.equal([]);
    return answer;
  };
  const categories = async (query: string): Promise<string[]> =>
    (await list(query)).json().features.map(({ properties }: any) => properties.category);

  it('lists the latest issuance of day 1 by default', async () => {
    const { headers, json } = await list();
    expect(headers['cache-control']).to.equal('public, max-age=60, stale-while-revalidate=60, stale-if-error=300');
    expect(json()).to.deep.include({ numberMatched: 1, timeStamp: '2026-05-20T20:00:00Z' });
    const [{ properties }] = json().features;
    expect(properties).to.deep.equal({
      id: properties.id,
      day: 1,
      category: 'SLGT',
      category_rank: 2,
      probability: 0.15,
      issued: '2026-05-20T20:00:00Z',
      valid_from: '2026-05-20T20:00:00Z',
      valid_to: '2026-05-21T12:00:00Z',
      color: null,
      fill: null,
    });
    expect((await list('?day=2')).json().features[0].properties.issued).to.equal(null);
  });

  it('filters by place, and lists older issuances on request', async () => {
    expect(await categories('?point=35,-97')).to.deep.equal(['SLGT']);
    expect(await categories('?day=2&point=35,-97')).to.deep.equal([]);
    expect(await categories('?active=false')).to.deep.equal(['SLGT', 'MRGL']);
  });

  it('omits expired outlooks', async () => {
    service.setTime('2026-05-21T12:00:00Z');
    expect(await categories('?limit=99')).to.deep.equal([]);
  });
});
