import { UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { startTestApi, type TestService } from '../support/service.ts';

const lists = [
  '/alerts',
  '/alerts?as_of=2026-05-20T22:00:00Z',
  '/watches',
  '/outlooks',
  '/discussions',
  '/eros',
  '/reports',
  '/observations',
  '/soundings',
  '/lightning?point=35.2,-97.4&radius=50km',
  '/storms',
  '/gauges',
  '/tropical/outlook',
  '/tropical/storms',
  '/facilities?bbox=-98,35,-97,36',
  '/zones?ids=OKC027',
  '/damage-tracks?point=35.2,-97.4&radius=50km',
];

describe('api/collection, of callers that are gone', () => {
  let service: TestService;
  before(async () => {
    const gone = AbortSignal.abort(new UpstreamError('database', 'all callers are gone'));
    service = await startTestApi(({ db }) => ({ db: { ...db, whileWanted: () => db.whileWanted(gone) } }));
  });
  after(() => service?.close());

  for (const path of lists) {
    it(`reads nothing for ${path}`, async () => {
      const answer = await service.ask(`/api/v1${path}`);
      expect(answer.status, String(answer.body)).to.equal(503);
    });
  }
});
