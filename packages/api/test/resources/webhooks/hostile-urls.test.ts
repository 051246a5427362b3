import { newWebhook } from '@severe/db/testing/rows/new-webhook';
import { answerNames } from '@severe/outbound/testing/answer-names';
import { hostileUrls } from '@severe/outbound/testing/hostile-urls';
import { watchConnections, type WatchedConnections } from '@severe/outbound/testing/watch-connections';
import { expect } from 'chai';
import { signUp } from '../../support/browser.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

const bbox = [-98, 35, -97, 36];

/** Guarantee G7, through the endpoints; `workers/webhooks` has the same for alerts, and `packages/outbound` redirects. */
describe('api/webhooks with hostile URLs', function () {
  this.timeout(60_000);
  let service: TestService;
  let uma: Awaited<ReturnType<typeof signUp>>;
  let connections: WatchedConnections;
  before(async function () {
    if (hostileUrls.length === 0) this.skip();
    service = await startTestApi();
    uma = await signUp(service);
  });
  beforeEach(() => {
    connections = watchConnections();
  });
  afterEach(() => connections.stop());
  after(() => service?.close());

  const plant = async (url: string): Promise<number> =>
    (await service.db.webhooks.insert(uma.id, newWebhook({ url }), 1000))!.id;

  for (const { url, expected, why } of hostileUrls.filter(({ kind }) => kind === 'literal')) {
    it(`refuse ${url} (${why}) when it is registered, set, and sent to`, async () => {
      expect(expected).to.equal('422');
      const registered = await uma.call('POST', '/account/webhooks', { url, bbox });
      expect([registered.status, registered.json().detail[0].loc]).to.deep.equal([422, ['body', 'url']]);
      const id = await plant('https://8.8.8.8/');
      expect((await uma.call('PATCH', `/account/webhooks/${id}`, { url })).status).to.equal(422);
      const planted = await plant(url);
      const sent = await uma.call('POST', `/account/webhooks/${planted}/test`);
      expect([sent.status, sent.json().error]).to.deep.equal([200, 'blocked_address']);
      // The test itself and the database are at 127.0.0.1.
      expect(connections.tried.filter((address) => address !== '127.0.0.1')).to.deep.equal([]);
    });
  }

  for (const { url, fixture, expected, why } of hostileUrls.filter(({ kind }) => kind === 'dns')) {
    it(`connect to none of ${fixture} for ${url} (${why})`, async () => {
      const vic = await signUp(service); // the other one has as many webhooks as an account may have
      const id = (await service.db.webhooks.insert(vic.id, newWebhook({ url: 'https://8.8.8.8/' }), 1000))!.id;
      const planted = (await service.db.webhooks.insert(vic.id, newWebhook({ url }), 1000))!.id;
      const names = answerNames(fixture);
      try {
        const statuses = async () => [
          (await vic.call('POST', '/account/webhooks', { url, bbox })).status,
          (await vic.call('PATCH', `/account/webhooks/${id}`, { url })).status,
        ];
        if (expected === '422') expect(await statuses()).to.deep.equal([422, 422]);
        else await statuses();
        const sent = await vic.call('POST', `/account/webhooks/${planted}/test`);
        expect([sent.status, sent.json().error]).to.deep.equal([200, 'blocked_address']);
        expect(names.asked).to.be.greaterThan(2);
      } finally {
        names.stop();
      }
      expect(connections.tried.filter((address) => address !== '127.0.0.1')).to.deep.equal([]);
    });
  }

  for (const { url, fixture } of hostileUrls.filter(({ kind }) => kind === 'control')) {
    it(`accept ${url}`, async () => {
      const vic = await signUp(service);
      const names = answerNames(fixture);
      try {
        expect((await vic.call('POST', '/account/webhooks', { url, bbox })).status).to.equal(201);
      } finally {
        names.stop();
      }
    });
  }
});
