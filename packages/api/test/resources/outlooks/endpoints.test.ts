import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { outlookArea } from '@severe/db/testing/rows/outlook-area';
import { listOutlooks } from '../../../src/resources/outlooks/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/outlooks', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    const { outlooks, zones } = service.db;
    await outlooks.replace('day1otlk_cat', [outlookArea(), outlookArea({ risk: 'ENH', riskRank: 4, area: squareAt(-99, 33, 4)! })]); // prettier-ignore
    const tornado = { type: 'tornado', risk: '15', riskRank: null, probability: 0.15 };
    await outlooks.replace('day1otlk_torn', [outlookArea(tornado)]);
    await outlooks.replace('day1otlk_cigtorn', [outlookArea({ ...tornado, risk: 'CIG2', probability: null, significant: true })]); // prettier-ignore
    await outlooks.replace('day4prob', [outlookArea({ day: 4, risk: '15', riskRank: 3, probability: 0.15 })]);
    const oklahoma = { kind: 'county', ugc: 'OKC027', name: 'Cleveland', state: 'OK', wfo: 'OUN', simplified: true } as const; // prettier-ignore
    await zones.put([{ ...oklahoma, shape: JSON.stringify(squareAt(-97.7, 35, 0.6)) }]);
  });
  after(() => service?.close());

  const list = async (query = '') => {
    const answer = await service.ask(`/api/v1/outlooks${query}`);
    if (answer.status === 200) expect(responseProblems(listOutlooks, answer.json())).to.deep.equal([]);
    return answer;
  };
  const risks = async (query: string): Promise<string[]> =>
    (await list(query)).json().features.map(({ properties }: { properties: { risk: string } }) => properties.risk);

  it('lists the categories of day 1 by default', async () => {
    const { status, headers, json } = await list();
    expect(status).to.equal(200);
    expect(headers['cache-control']).to.equal('public, max-age=60, stale-while-revalidate=60, stale-if-error=300');
    expect(json()).to.deep.include({ numberMatched: 2, timeStamp: '2026-05-20T20:00:00Z' });
    expect(json().features[1]).to.deep.equal({
      type: 'Feature',
      id: 1,
      geometry: squareAt(-98, 34, 2),
      properties: {
        id: 1,
        day: 1,
        type: 'categorical',
        risk: 'MDT',
        risk_rank: 5,
        probability: null,
        significant: false,
        issued: '2026-05-20T20:00:00Z',
        valid_from: '2026-05-20T20:00:00Z',
        valid_to: '2026-05-21T12:00:00Z',
        color: '#cc0000',
        fill: '#e06666',
        wfo: 'SPC',
      },
    });
  });

  it('returns probabilities as text and number, and hatched areas', async () => {
    expect(await risks('?type=tornado')).to.deep.equal(['CIG2', '15']);
    const [hatched, likely] = (await list('?type=tornado')).json().features;
    expect(hatched.properties).to.deep.include({ significant: true, probability: null });
    expect(likely.properties).to.deep.include({ significant: false, probability: 0.15, risk_rank: null });
  });

  it('has only categorical on later days', async () => {
    expect(await risks('?day=4')).to.deep.equal(['15']);
    expect(await risks('?day=4&type=tornado')).to.deep.equal([]);
  });

  it('filters by place, and by state through its counties', async () => {
    expect(await risks('?point=35,-97')).to.deep.equal(['ENH', 'MDT']);
    expect(await risks('?point=33.5,-98.5')).to.deep.equal(['ENH']);
    expect(await risks('?bbox=-120,30,-110,40')).to.deep.equal([]);
    expect(await risks('?point=37.5,-97&radius=100km')).to.deep.equal(['ENH']);
    expect(await risks('?state=ok')).to.deep.equal(['ENH', 'MDT']);
    expect(await risks('?state=TX')).to.deep.equal([]); // no county of it is known here
  });

  it('accepts both parameter names, and rejects a contradiction', async () => {
    expect(await risks('?outlook_type=tornado')).to.deep.equal(['CIG2', '15']);
    expect(await risks('?outlook_type=tornado&type=tornado')).to.deep.equal(['CIG2', '15']);
    const { status, json } = await list('?outlook_type=tornado&type=categorical');
    expect([status, json().detail[0].loc]).to.deep.equal([422, ['query', 'outlook_type']]);
    const document = (await service.ask('/api/v1/openapi.json')).json();
    const parameters: { name: string; deprecated?: boolean }[] = document.paths['/outlooks'].get.parameters;
    expect(parameters.filter((each) => each.deprecated).map(({ name }) => name)).to.deep.equal(['outlook_type']);
  });

  it('omits expired outlooks', async () => {
    service.setTime('2026-05-21T12:00:00Z');
    expect(await risks('?limit=999')).to.deep.equal([]);
    service.setTime('2026-05-20T22:18:05Z');
  });
});
