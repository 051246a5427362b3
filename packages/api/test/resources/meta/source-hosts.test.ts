import { expect } from 'chai';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/meta/sources', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());

  it('names the hosts that have answered, with their bytes, policies and ends', async () => {
    service.setTime('2026-05-20T22:18:00Z');
    const gauges = { source: 'gauges', host: 'waterservices.usgs.gov', requests: 3, bytes: 5000, aheadMs: null };
    const unknown = { source: 'gauges', host: 'mirror.example', requests: 1, bytes: 10, aheadMs: 12 };
    await service.db.traffic.add([gauges, unknown], new Date('2026-05-20T21:30:00Z'));
    const { sources } = (await service.ask('/api/v1/meta/sources')).json() as {
      sources: { id: string; hosts: Record<string, unknown>[] }[];
    };
    const [survey, mirror] = sources.find(({ id }) => id === 'gauges')!.hosts;
    expect(survey).to.deep.include({
      host: 'waterservices.usgs.gov',
      last_answer_at: '2026-05-20T21:30:00Z',
      requests_last_hour: 3,
      bytes_last_hour: 5000,
      requests_24h: 3,
      bytes_24h: 5000,
    });
    expect(survey.ends).to.deep.include({ at: '2027-02-22' });
    expect(survey.policy).to.be.a('string');
    expect(mirror).to.deep.include({ host: 'mirror.example', policy: null, evidence: null, ends: null });
    expect(sources.find(({ id }) => id === 'radar')!.hosts).to.deep.equal([]);
  });
});
