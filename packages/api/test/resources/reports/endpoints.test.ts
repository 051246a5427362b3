import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { report } from '@severe/db/testing/rows/report';
import { listReports } from '../../../src/resources/reports/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/reports', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await service.db.reports.store([
      report(),
      report({ key: 'flood', type: 'flood', magnitude: null, units: null, receivedAt: null, qualifier: null }),
    ]);
  });
  after(() => service?.close());

  const list = async (query = '') => {
    const { status, json } = await service.ask(`/api/v1/reports${query}`);
    expect([status, responseProblems(listReports, json())]).to.deep.equal([200, []]);
    return json();
  };
  const types = async (query: string): Promise<string[]> =>
    (await list(query)).features.map(({ properties }: { properties: { type: string } }) => properties.type);

  it('lists reports as points', async () => {
    expect(await list()).to.deep.include({ numberMatched: 2, timeStamp: '2026-05-20T22:10:00Z' });
    const [hail] = (await list('?type=hail')).features;
    expect(hail).to.deep.include({
      geometry: { type: 'Point', coordinates: [-97.48, 35.19] },
      properties: {
        id: hail.id,
        type: 'hail',
        source: 'spc',
        magnitude: 1.75,
        units: 'in',
        time: '2026-05-20T22:10:00Z',
        received: '2026-05-20T22:14:00Z',
        place: '3 SW Norman',
        county: 'Cleveland',
        state: 'OK',
        wfo: 'OUN',
        remarks: 'Golf balls.',
        qualifier: 'measured',
      },
    });
  });

  it('accepts both parameter names, and rejects a contradiction', async () => {
    expect(await types('?type=flood')).to.deep.equal(['flood']);
    expect(await types('?report_type=flood&type=flood')).to.deep.equal(['flood']);
    const { status, json } = await service.ask('/api/v1/reports?type=hail&report_type=flood');
    expect([status, json().detail[0].loc]).to.deep.equal([422, ['query', 'report_type']]);
  });

  it('omits reports without a magnitude if a minimum is given', async () => {
    expect(await types('?min_magnitude=0')).to.deep.equal(['hail']);
    expect(await types('?min_magnitude=1.76')).to.deep.equal([]);
  });
});
