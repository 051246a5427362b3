import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { facility } from '@severe/db/testing/rows/facility';
import { getImpact, listFacilities } from '../../../src/resources/facilities/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/facilities', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await service.db.alerts.store([alertEvent({ polygon: squareAt(-97.5, 35, 0.5) })]);
    await service.db.alerts.store([alertEvent({ eventKey: 'OUN.TO.A.0001.2026', polygon: null })]);
    await service.db.facilities.put([
      facility(),
      facility({ kind: 'nursing_home', name: 'Grace Living', address: null, city: null, fips: null, capacity: null }),
      facility({ key: '2', kind: 'school', name: 'Longfellow', lat: 35.8 }),
    ]);
  });
  after(() => service?.close());

  const list = async (query: string) => {
    const answer = await service.ask(`/api/v1/facilities?bbox=-98,35,-97,36${query}`);
    if (answer.status === 200) expect(responseProblems(listFacilities, answer.json())).to.deep.equal([]);
    return answer;
  };
  const kinds = async (query: string): Promise<string[]> =>
    (await list(query)).json().features.map(({ properties }: any) => properties.kind);
  const impact = async (id: number | string) => {
    const answer = await service.ask(`/api/v1/facilities/impact?alert_id=${id}`);
    if (answer.status === 200) expect(responseProblems(getImpact, answer.json())).to.deep.equal([]);
    return answer;
  };

  it('lists facilities in a box', async () => {
    const { json, headers } = await list('');
    expect(headers['cache-control']).to.match(/^public, max-age=86400,/);
    expect(json()).to.deep.include({ numberReturned: 3, truncated: false });
    expect(json().features[2]).to.deep.equal({
      type: 'Feature',
      id: 1,
      geometry: { type: 'Point', coordinates: [-97.44, 35.23] },
      properties: {
        id: 1,
        kind: 'hospital',
        name: 'Norman Regional Hospital',
        address: '901 N Porter Ave',
        city: 'Norman',
        state: 'OK',
        fips: '40027',
        capacity: 324,
      },
    });
  });

  it('filters by kinds, also in the plural and with hyphens', async () => {
    expect(await kinds('&kind=Nursing-Homes,hospitals')).to.have.members(['nursing_home', 'hospital']);
    expect(await kinds('&kind=police')).to.deep.equal([]);
    const { status, json } = await list('&kind=hospital,church');
    const [{ loc, input, type, ctx }] = json().detail;
    expect([status, loc, input, type]).to.deep.equal([422, ['query', 'kind'], 'church', 'enum']);
    expect(ctx.expected).to.include("'nursing_home'");
  });

  it('requires a box', async () => {
    const { status, json } = await service.ask('/api/v1/facilities?kind=school');
    expect([status, json().detail[0].loc, json().detail[0].type]).to.deep.equal([422, ['query', 'bbox'], 'missing']);
  });

  it('counts facilities in the polygon of an alert, by every kind', async () => {
    const { json, headers } = await impact(1);
    expect(headers['cache-control']).to.match(/^public, max-age=5,/);
    const counts = { hospital: 1, nursing_home: 1, mobile_home_park: 0, school: 0, dialysis: 0, correctional: 0, fire: 0, ems: 0, police: 0 }; // prettier-ignore
    expect(json()).to.deep.equal({
      alert_id: 1,
      has_polygon: true,
      total: 2,
      counts,
      truncated: false,
      facilities: [
        { id: 1, kind: 'hospital', name: 'Norman Regional Hospital', lat: 35.23, lon: -97.44 },
        { id: 2, kind: 'nursing_home', name: 'Grace Living', lat: 35.23, lon: -97.44 },
      ],
    });
  });

  it('counts nothing for an alert without a polygon, and returns 404 for an unknown alert', async () => {
    const { json } = await impact(2);
    expect(json()).to.deep.include({ alert_id: 2, has_polygon: false, total: 0, facilities: [] });
    expect(Object.values(json().counts)).to.deep.equal(Array(9).fill(0));
    for (const id of [3, -1, 9007199254740991]) {
      const { status, json: body } = await impact(id);
      expect([status, body().detail], `${id}`).to.deep.equal([404, 'Alert not found']);
    }
    expect((await impact('x')).status).to.equal(422);
  });
});
