import { expect } from 'chai';
import { apiEndpoints } from '@severe/api';
import { digestOf } from '@severe/db';
import { responseProblems } from '@severe/http';
import { openBrowser, signUp } from '../../support/browser.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/account/api-keys', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());
  const endpointOf = (method: string) =>
    apiEndpoints.find((each) => each.path === '/account/api-keys' && each.method === method)!;

  it('shows the value of a key once, and stores its digest', async () => {
    const uma = await signUp(service);
    const made = await uma.call('POST', '/account/api-keys', { name: 'first', rate_limit: 1e6, user_id: 1 });
    expect(made.status).to.equal(201);
    expect(responseProblems(endpointOf('POST'), made.json())).to.deep.equal([]);
    const { key, ...rest } = made.json();
    expect(rest).to.deep.include({
      name: 'first',
      prefix: key.slice(0, 12),
      rate_limit: 3000,
      is_active: true,
      last_used_at: null,
    });
    const listed = await uma.call('GET', '/account/api-keys');
    expect(listed.json()).to.deep.equal([rest]);
    expect(responseProblems(endpointOf('GET'), listed.json())).to.deep.equal([]);
    expect((await service.db.apiKeys.find(digestOf(key)))?.id).to.equal(rest.id);
    expect(await service.db.apiKeys.find(Buffer.from(key))).to.equal(undefined);
  });

  it('refuses wrong names', async () => {
    const uma = await signUp(service);
    for (const body of [{}, { name: '' }, { name: 'n'.repeat(129) }, { name: null }, { name: 5 }]) {
      expect((await uma.call('POST', '/account/api-keys', body)).status, JSON.stringify(body)).to.equal(422);
    }
  });

  it('ends a key at its revocation, which can be repeated', async () => {
    const uma = await signUp(service);
    const { id, key } = (await uma.call('POST', '/account/api-keys', { name: 'x' })).json();
    const before = await service.db.apiKeys.version();
    for (let i = 0; i < 2; i++) {
      const { status, body } = await uma.call('DELETE', `/account/api-keys/${id}`);
      expect([status, body.length]).to.deep.equal([204, 0]);
    }
    expect(await service.db.apiKeys.find(digestOf(key))).to.equal(undefined);
    expect(await service.db.apiKeys.version()).to.equal(before + 1);
    expect((await uma.call('GET', '/account/api-keys')).json())
      .to.have.length(1)
      .and.to.have.nested.property('[0].is_active', false);
  });

  it('answers for the key of another user as for one that never existed', async () => {
    const [uma, vic] = [await signUp(service), await signUp(service)];
    const { id } = (await vic.call('POST', '/account/api-keys', { name: 'of vic' })).json();
    const others = await uma.call('DELETE', `/account/api-keys/${id}`);
    const none = await uma.call('DELETE', '/account/api-keys/99999999');
    expect([others.status, others.body.toString()]).to.deep.equal([404, none.body.toString()]);
    expect((await vic.call('GET', '/account/api-keys')).json()[0].is_active).to.equal(true);
    expect((await uma.call('DELETE', '/account/api-keys/abc')).status).to.equal(422);
    expect((await openBrowser(service).call('DELETE', '/account/api-keys/abc')).status).to.equal(401);
  });

  it('allows ten active keys, also of requests at the same time', async () => {
    const uma = await signUp(service);
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, i) => uma.call('POST', '/account/api-keys', { name: `k${i}` })),
    );
    const made = replies.filter(({ status }) => status === 201);
    expect(made).to.have.length(10);
    const refused = replies.find(({ status }) => status === 409)!;
    expect(refused.json()).to.deep.equal({ detail: 'API key limit reached (10)' });
    await uma.call('DELETE', `/account/api-keys/${made[0].json().id}`);
    expect((await uma.call('POST', '/account/api-keys', { name: 'again' })).status).to.equal(201);
  });

  it('opens no account by a key alone', async () => {
    const uma = await signUp(service);
    const { key } = (await uma.call('POST', '/account/api-keys', { name: 'x' })).json();
    expect((await service.ask('/api/v1/account/api-keys', { 'X-API-Key': key })).status).to.equal(401);
  });
});
