import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { responseProblems } from '@severe/http';
import { expect } from 'chai';
import { getAlertsAtPoint } from '../../../src/resources/alerts/at-point.ts';
import { startTestApi, type TestService } from '../../support/service.ts';
import { norman, seattle, startStormService, stormValues } from '../../support/storm-over-norman.ts';

describe('api/alerts/point', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startStormService(() => stormValues());
  });
  after(() => service?.close());

  const ask = async (query: string, at = service) => {
    const answer = await at.ask(`/api/v1/alerts/point?${query}`);
    expect(answer.status).to.equal(200);
    expect(responseProblems(getAlertsAtPoint, answer.json())).to.deep.equal([]);
    return answer;
  };

  it('tells the alerts of a place, those of the summary, the most severe first', async () => {
    const body = (await ask(norman)).json();
    const summary = (await service.ask(`/api/v1/locations/summary?${norman}`)).json();
    expect(body.count).to.equal(summary.alerts.length).and.to.be.above(1);
    expect(body.is_current).to.equal(!summary.unavailable.includes('alerts'));
    expect(body.alerts[0]).to.include({ event: 'Tornado Warning', severity: 'Extreme' });
    expect(body).to.include({ event: 'Tornado Warning', severity: 'Extreme', expires: body.alerts[0].expires });
    const ids = (list: { id: number }[]) => list.map(({ id }) => id).toSorted((a, b) => a - b);
    expect(ids(body.alerts)).to.deep.equal(ids(summary.alerts));
    const ranks = body.alerts.map(({ severity }: any) => ['Extreme', 'Severe', 'Moderate', 'Minor'].indexOf(severity));
    expect(ranks).to.deep.equal(ranks.toSorted());
  });

  it('has 0 only while the source of alerts answers', async function () {
    this.timeout(60_000);
    expect((await ask(seattle)).json()).to.include({ is_current: true, count: 0, event: null, severity: null });
    const silent = await startTestApi();
    try {
      expect((await ask(seattle, silent)).json()).to.include({ is_current: false, count: null });
      await silent.db.alerts.store([alertEvent()]);
      expect((await ask(norman, silent)).json(), 'what is known is told').to.include({ is_current: false, count: 1 });
    } finally {
      await silent.close();
    }
  });

  it('stays small, however many alerts cover a place', async function () {
    this.timeout(60_000);
    const many = Array.from({ length: 60 }, (_, n) => alertEvent({ eventKey: `OUN.TO.W.${9000 + n}.2026` }));
    await service.db.alerts.store(many);
    const answer = await ask('lat=35.2231&lon=-97.4421'); // a place that nothing is cached for
    const body = answer.json();
    expect([body.count, body.alerts.length]).to.deep.equal([50, 10]);
    expect(answer.body.length).to.be.below(8000);
  });
});
