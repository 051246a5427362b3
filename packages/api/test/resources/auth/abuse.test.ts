import { digestOf, newSecret } from '@severe/db';
import { testConnection } from '@severe/db/testing/database';
import { expect } from 'chai';
import { openBrowser, ownOrigin, signUp } from '../../support/browser.ts';
import { someTime, startTestApi, type TestService } from '../../support/service.ts';

const password = 'correct horse 77';
const hour = 3_600_000;

describe('abuse of accounts', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());

  /** Sends a body as it is. */
  const send = (path: string, text: string, cookie = '') =>
    service.ask(`/api/v1${path}`, { Origin: ownOrigin, 'Content-Type': 'application/json', Cookie: cookie }, 'POST', text); // prettier-ignore

  /** A token as in a mail. */
  async function tokenFor(purpose: 'verify_email' | 'reset_password', email: string): Promise<string> {
    const token = newSecret();
    const expiresAt = new Date(Date.parse(someTime) + hour);
    expect(await service.db.userTokens.issue({ purpose, email, digest: digestOf(token), expiresAt })).to.equal(true);
    return token;
  }
  const post = (path: string, body: object) => openBrowser(service).call('POST', path, body);

  it('by a field that a body has twice: the value that is checked is the one that is used', async () => {
    const vic = await signUp(service);
    const made = await send(
      '/auth/signup',
      `{"email":"${vic.email}","password":"short","email":"twice@example.org","password":"${password}"}`,
    );
    expect([made.status, made.json().email]).to.deep.equal([201, 'twice@example.org']);
    await service.db.attempts.forget('signup 127.0.0.1');
    const weak = await send('/auth/signup', `{"email":"w@b.co","password":"${password}","password":"short"}`);
    expect([weak.status, weak.json().detail[0].loc]).to.deep.equal([422, ['body', 'password']]);

    const hook = (urls: string[]) =>
      send('/account/webhooks', `{${urls.map((url) => `"url":"${url}",`).join('')}"bbox":[-98,35,-97,36]}`, vic.cookie);
    expect((await hook(['https://8.8.8.8/', 'https://127.0.0.1/'])).status).to.equal(422);
    expect((await hook(['https://127.0.0.1/', 'https://8.8.8.8/'])).json()).to.include({ url: 'https://8.8.8.8/' });
  });

  it('by a cookie that a request has twice: the first counts, and only if it is valid', async () => {
    const [uma, vic] = [await signUp(service), await signUp(service)];
    const planted = `__Host-severe_session=${'A'.repeat(43)}`;
    const me = (cookie: string) => service.ask('/api/v1/auth/me', { Cookie: cookie });
    expect((await me(`${uma.cookie}; ${vic.cookie}`)).json()).to.include({ id: uma.id });
    expect((await me(`${vic.cookie}; ${uma.cookie}`)).json()).to.include({ id: vic.id });
    expect((await me(`${planted}; ${uma.cookie}`)).status).to.equal(401);
    expect((await me(`${uma.cookie}, ${vic.cookie}`)).status).to.equal(401);
  });

  it('by fields that belong to the service', async () => {
    const [uma, vic] = [await signUp(service), await signUp(service)];
    const more = {
      id: 1,
      user_id: vic.id,
      user: vic.id,
      simulated: false,
      secret: 'whsec_x',
      consecutive_failures: 99,
    };
    const place = await uma.call('POST', '/account/locations', { name: 'x', lat: 35, lon: -97, ...more });
    const url = 'https://8.8.8.8/';
    const hook = await uma.call('POST', '/account/webhooks', { url, bbox: [-98, 35, -97, 36], ...more });
    expect([place.status, hook.status]).to.deep.equal([201, 201]);
    expect(hook.json().secret).to.not.equal('whsec_x');
    await uma.call('PATCH', `/account/locations/${place.json().id}`, { name: 'y', ...more });
    await uma.call('PATCH', `/account/webhooks/${hook.json().id}`, { enabled: false, ...more });
    for (const list of ['/account/locations', '/account/webhooks']) {
      expect((await vic.call('GET', list)).json(), list).to.deep.equal([]);
      expect((await uma.call('GET', list)).json(), list).to.have.length(1);
    }
    expect((await uma.call('GET', '/account/webhooks')).json()[0]).to.include({ consecutive_failures: 0 });
  });

  it('by X-Forwarded-For of somebody who is no proxy: sign-ups are still counted', async () => {
    let at = 0;
    const signUpFrom = async (forwarded: string): Promise<number> => {
      const body = { email: `from-${++at}@example.org`, password };
      return (await openBrowser(service).call('POST', '/auth/signup', body, { 'X-Forwarded-For': forwarded })).status;
    };
    const limit = { limit: 20, windowMs: hour };
    for (let i = 0; i < 19; i++) await service.db.attempts.take('signup 127.0.0.1', limit);
    expect(await signUpFrom('203.0.113.1')).to.equal(201);
    for (const forwarded of ['203.0.113.2', '127.0.0.2', '::1', 'unknown', '203.0.113.3, 127.0.0.1'])
      expect(await signUpFrom(forwarded), forwarded).to.equal(429);
    await service.db.attempts.forget('signup 127.0.0.1');
  });

  describe('by a token of a mail', () => {
    it('of another purpose', async () => {
      const { email } = await signUp(service);
      const toVerify = await tokenFor('verify_email', email);
      const toReset = await tokenFor('reset_password', email);
      expect((await post('/auth/reset-password', { token: toVerify, password: 'another battery 55' })).status).to.equal(400); // prettier-ignore
      expect((await post('/auth/verify-email', { token: toReset })).status).to.equal(400);
      expect((await post('/auth/login', { email, password })).status).to.equal(200);
    });

    it('in the session of another user: it counts for the user of the mail', async () => {
      const [uma, vic] = [await signUp(service), await signUp(service)];
      const got = await vic.call('POST', '/auth/verify-email', { token: await tokenFor('verify_email', uma.email) });
      expect([got.status, got.json().id]).to.deep.equal([200, uma.id]);
      expect((await vic.call('GET', '/auth/me')).json()).to.include({ id: vic.id, email_verified: false });
    });

    it('to an address that the user no longer has', async () => {
      const { id, email } = await signUp(service);
      const toVerify = await tokenFor('verify_email', email);
      const toReset = await tokenFor('reset_password', email);
      const { knex } = await testConnection();
      await knex.raw(`update users set email = 'moved-' || email where id = ?`, [id]);
      expect((await post('/auth/verify-email', { token: toVerify })).status).to.equal(400);
      expect((await post('/auth/reset-password', { token: toReset, password: 'another battery 55' })).status).to.equal(400); // prettier-ignore
      expect((await post('/auth/login', { email: `moved-${email}`, password })).status).to.equal(200);
    });
  });
});
