import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { getCountySummary } from '../../../src/resources/jurisdiction/get-county-summary.ts';
import type { TestService } from '../../support/service.ts';
import { startStormService } from '../../support/storm-over-norman.ts';

describe('api/jurisdiction/summary', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startStormService();
  });
  after(() => service?.close());

  const county = async (query: string) => {
    const answer = await service.ask(`/api/v1/jurisdiction/summary?${query}`);
    if (answer.status === 200) expect(responseProblems(getCountySummary, answer.json())).to.deep.equal([]);
    return answer;
  };

  it('counts and lists what is going on in a county', async () => {
    const { headers, json } = await county('fips=40027');
    expect(headers['cache-control']).to.match(/^public, max-age=300,/);
    expect(json()).to.deep.include({
      fips: '40027',
      name: 'Cleveland County',
      state: 'OK',
      slug: 'cleveland',
      wfo: 'OUN',
      status: 'emergency',
      status_reason: 'Tornado Warning for an observed tornado until 22:45Z',
      reports_24h: { tornado: 0, hail: 1, wind: 0, flood: 0 },
      damage_tracks_365d: 1,
      unavailable: [],
    });
    expect(json().alerts).to.have.length(2);
    expect(json().watches[0].number).to.equal(212);
    expect(json().outlook.risk).to.equal('MDT');
  });

  it('drops an alert when it ends, although clients may keep the answer for longer', async () => {
    service.setTime('2026-05-20T22:44:55Z');
    expect((await county('fips=40027&lang=es')).json().alerts).to.have.length(2);
    service.setTime('2026-05-20T22:45:00Z');
    const { alerts, status } = (await county('fips=40027&lang=es')).json();
    expect(alerts).to.deep.equal([]);
    expect(status).to.equal('watch');
    service.setTime('2026-05-20T22:18:05Z');
  });

  it('is quiet where nothing is going on, and found by state and slug', async () => {
    const { json } = await county('state=wa&slug=King-County');
    expect(json()).to.deep.include({ fips: '53033', status: 'normal', alerts: [], watches: [], outlook: null });
  });

  it('refuses unknown counties and incomplete parameters', async () => {
    for (const query of ['fips=99999', 'state=OK&slug=nowhere']) expect((await county(query)).status).to.equal(404);
    for (const query of ['', 'state=OK', 'slug=cleveland', 'fips=abc', 'fips=400271', 'state=ZZ&slug=cleveland']) {
      expect((await county(query)).status, query).to.equal(422);
    }
  });
});
