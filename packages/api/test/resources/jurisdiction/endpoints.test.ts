import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { county } from '@severe/db/testing/rows/county';
import { getBoundary } from '../../../src/resources/jurisdiction/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/jurisdiction/boundary', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await service.db.zones.put([
      county({ source: 'a file', asOf: '2016-01-01', simplified: false }),
      county({ ugc: 'VAC600', state: 'VA', name: 'Fairfax', wfo: null }),
      county({ ugc: 'VAC059', state: 'VA', name: 'Fairfax', simplified: false }),
    ]);
  });
  after(() => service?.close());

  const boundary = async (query: string) => {
    const answer = await service.ask(`/api/v1/jurisdiction/boundary?${query}`);
    if (answer.status === 200) expect(responseProblems(getBoundary, answer.json())).to.deep.equal([]);
    return answer;
  };
  const fipsOf = async (query: string): Promise<string> => (await boundary(query)).json().properties.fips;
  const problem = async (query: string) => {
    const { status, json } = await boundary(query);
    const { detail } = json() as { detail: string | { loc: string[]; type: string }[] };
    return [status, ...(typeof detail === 'string' ? [detail] : [detail[0].loc[1], detail[0].type])];
  };

  it('returns one feature with the stored boundary, its source and its date', async () => {
    const { headers, json } = await boundary('fips=40027');
    expect(headers['content-type']).to.equal('application/geo+json');
    expect(json()).to.deep.equal({
      type: 'Feature',
      id: '40027',
      geometry: squareAt(-97.7, 35, 0.6),
      properties: {
        fips: '40027',
        name: 'Cleveland County',
        state: 'OK',
        slug: 'cleveland',
        wfo: 'OUN',
        simplified: false,
        source: 'a file',
        as_of: '2016-01-01',
        successors: [],
      },
    });
  });

  it('leads from an old county to its successors', async () => {
    await service.db.zones.put([
      county({ ugc: 'CTC003', state: 'CT', name: 'Hartford' }),
      county({ ugc: 'CTC110', state: 'CT', name: 'Capitol' }),
      county({ ugc: 'AKC063', state: 'AK', name: 'Chugach' }),
    ]);
    const { properties } = (await boundary('fips=09003')).json();
    expect(properties).to.deep.include({ name: 'Hartford County', successors: ['09110', '09140', '09160'] });
    expect((await boundary('fips=09110')).json().properties).to.deep.include({
      name: 'Capitol Planning Region',
      successors: [],
    });
    const divided = 'County not found: 02261 was divided into 02063 and 02066 in 2019';
    for (const query of [
      'fips=02261',
      'fips=2261',
      'state=AK&slug=valdez-cordova',
      'state=ak&slug=Valdez-Cordova-Census-Area',
    ]) {
      expect(await problem(query), query).to.deep.equal([404, divided]);
    }
    expect(await problem('state=AK&slug=valdez')).to.deep.equal([404, 'County not found']);
  });

  it('finds a county by FIPS code, and by state and name', async () => {
    for (const slug of ['cleveland', 'Cleveland-County']) {
      expect(await fipsOf(`state=ok&slug=${slug}`), slug).to.equal('40027');
    }
    expect(await fipsOf('fips=40027&state=OK&slug=cleveland')).to.equal('40027');
    expect(await fipsOf('state=VA&slug=fairfax')).to.equal('51059');
    expect(await fipsOf('state=VA&slug=fairfax-city')).to.equal('51600');
    expect((await boundary('fips=51600')).json().properties).to.include({ name: 'Fairfax city', slug: 'fairfax-city' });
  });

  it('reports missing and contradictory parameters, and 404 for an unknown county', async () => {
    expect(await problem('')).to.deep.equal([422, 'fips', 'missing']);
    expect(await problem('state=OK')).to.deep.equal([422, 'slug', 'missing']);
    expect(await problem('slug=cleveland')).to.deep.equal([422, 'state', 'missing']);
    expect(await problem('fips=40027&state=VA')).to.deep.equal([422, 'fips', 'value_error']);
    expect(await problem('fips=51600&state=VA&slug=fairfax')).to.deep.equal([422, 'fips', 'value_error']);
    for (const query of ['fips=1001', 'fips=99001', 'state=OK&slug=fairfax', 'state=GU&slug=guam']) {
      expect(await problem(query), query).to.deep.equal([404, 'County not found']);
    }
  });

  it('names the weather service as the source of shapes that were stored without one', async () => {
    expect((await boundary('fips=51059')).json().properties).to.include({
      source: 'NOAA/National Weather Service',
      as_of: null,
    });
  });
});
