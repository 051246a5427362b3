import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { until } from '@severe/testing/until';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { county } from '@severe/db/testing/rows/county';
import { detailedBoundary } from '../../../src/resources/jurisdiction/detailed-boundary.ts';
import { getBoundary } from '../../../src/resources/jurisdiction/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/jurisdiction/boundary', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await service.db.zones.put([
      county(),
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

  it('returns one feature with the boundary at full resolution', async () => {
    const { headers, json } = await boundary('fips=40027');
    expect(headers['content-type']).to.equal('application/geo+json');
    const { geometry, ...rest } = json();
    expect(geometry).to.deep.equal(await detailedBoundary('40027'));
    expect(rest).to.deep.equal({
      type: 'Feature',
      id: '40027',
      properties: {
        fips: '40027',
        name: 'Cleveland County',
        state: 'OK',
        slug: 'cleveland',
        wfo: 'OUN',
        simplified: false,
        source: 'cb_2016_us_county_500k, Census Bureau, for maps of 1:500,000',
      },
    });
  });

  it('returns the simplified boundary of a county that the bundled file does not have, and says so', async () => {
    await service.db.zones.put([county({ ugc: 'CTC110', state: 'CT', name: 'Capitol' })]);
    const { geometry, properties } = (await boundary('fips=09110')).json();
    expect(geometry).to.deep.equal(squareAt(-97.7, 35, 0.6));
    expect(properties).to.include({
      simplified: true,
      source: 'us-atlas 10m, from the cartographic boundary files of the Census Bureau',
    });
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

  it('names the file from which boundaries were imported', async () => {
    expect((await boundary('fips=51059')).json().properties).to.include({
      simplified: false,
      source: 'NOAA/National Weather Service',
    });
    await service.db.places.finishEdition('counties', 'tl_2025_us_county');
    await service.db.zones.put([county({ ugc: 'VAC013', state: 'VA', name: 'Arlington' })]); // a change of the zones
    const source = async () => (await boundary('fips=51059')).json().properties.source as string;
    await until(async () => (await source()) === 'tl_2025_us_county', { everyMs: 100 }); // versions are read once a second
  });
});
