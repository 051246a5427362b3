import { loadSettings } from '@severe/base';
import { digestOf, newSecret } from '@severe/db';
import { expect } from 'chai';
import { openBrowser, takeMails, type Browser } from '../../support/browser.ts';
import { someTime, startTestApi, type TestService } from '../../support/service.ts';

const password = 'correct horse 77';
const anotherPassword = 'another battery 55';

/** What strangers can do to accounts and mailboxes of others, from addresses of their own. */
describe('api/auth: strangers', () => {
  let service: TestService;
  let people = 0;
  /** What happens after a call was admitted, before it adds something. */
  let meanwhile = async (): Promise<unknown> => undefined;
  function late<T extends { insert: (...values: any[]) => Promise<any> }>(table: T): T {
    return { ...table, insert: async (...values: any[]) => meanwhile().then(() => table.insert(...values)) };
  }
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi(({ db }) => ({
      settings: loadSettings({ TRUST_PROXY: '1' }),
      db: { ...db, apiKeys: late(db.apiKeys), savedLocations: late(db.savedLocations), webhooks: late(db.webhooks) },
    }));
  });
  beforeEach(() => service.setTime(someTime));
  after(() => service?.close());

  /** A browser behind the proxy, with all its cookies. */
  function browserAt(address: string): Browser {
    const browser = openBrowser(service);
    const jar = new Map<string, string>();
    return {
      ...browser,
      async call(method, path, body, headers = {}) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const got = await browser.call(method, path, body, { 'X-Forwarded-For': address, Cookie: cookie, ...headers });
        for (const line of got.headers['set-cookie'] ?? []) {
          const [name, value] = line.split(';')[0].split('=');
          if (value === '') jar.delete(name);
          else jar.set(name, value);
        }
        return got;
      },
    };
  }
  const newEmail = () => `person-${++people}@example.org`;
  const signUpAt = async (address: string, email = newEmail()) => {
    const browser = browserAt(address);
    const got = await browser.call('POST', '/auth/signup', { email, password });
    return { ...browser, email, status: got.status, detail: got.json().detail as string };
  };
  const logIn = async (browser: Browser, email: string, given = password) =>
    (await browser.call('POST', '/auth/login', { email, password: given })).status;
  /** A token as in a mail. */
  async function tokenFor(purpose: 'verify_email' | 'reset_password', email: string): Promise<string> {
    const token = newSecret();
    const expiresAt = new Date(Date.parse(someTime) + 3_600_000);
    expect(await service.db.userTokens.issue({ purpose, email, digest: digestOf(token), expiresAt })).to.equal(true);
    return token;
  }

  describe('who sign up from a network', () => {
    it('are limited there, and nowhere else', async () => {
      const at = (i: number) => `198.51.100.${i % 250}`;
      const statuses: number[] = [];
      for (let i = 0; i < 20; i++) await service.db.attempts.take('signup network 198.51.100.0/24'); // no window: only counted
      for (let i = 0; i < 82; i++) statuses.push((await signUpAt(at(i))).status);
      expect(statuses.filter((status) => status === 201)).to.have.length(80);
      expect(statuses.slice(80)).to.deep.equal([429, 429]);
      expect((await signUpAt('198.51.101.1')).status).to.equal(201);
    });

    it('are of one /48 in IPv6', async () => {
      for (let i = 0; i < 99; i++) await service.db.attempts.take('signup network 2001:db8:7::/48');
      const statuses = [(await signUpAt('2001:db8:7:1::1')).status, (await signUpAt('2001:db8:7:2::1')).status];
      expect([...statuses, (await signUpAt('2001:db8:8::1')).status]).to.deep.equal([201, 429, 201]);
    });
  });

  describe('who sign up with the mailbox of another', () => {
    it('reach it five times an hour, in whatever form they write the address', async () => {
      const outcomes: { status: number; detail: string }[] = [];
      for (let i = 0; i < 7; i++) outcomes.push(await signUpAt(`192.0.2.${i}`, `v.i.c+${i}@gmail.com`));
      expect(outcomes.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201, 201, 429, 429]);
      expect(outcomes[6].detail).to.equal('Too many mails to this address; try again later');
      expect(await service.db.users.credentials('v.i.c+6@gmail.com')).to.equal(undefined);
    });

    it('reach it no more when its reader has said so, who may allow it again', async () => {
      const { email } = await signUpAt('192.0.2.20', 'reader@example.org');
      const [mail] = await takeMails(service, email);
      const path = /https:\/\/wx\.example\.org(\/api\/v1\/mails\/unsubscribe\/[\w-]{43})$/m.exec(mail.text)![1];
      expect(mail.headers['List-Unsubscribe']).to.equal(`<https://wx.example.org${path}>`);
      expect((await service.ask(path)).body.toString()).to.include('<form method="post">');
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      expect((await service.ask(path, form, 'POST', 'List-Unsubscribe=One-Click')).status).to.equal(200);
      const refused = await signUpAt('192.0.2.21', 'reader+2@example.org');
      expect([refused.status, refused.detail]).to.deep.equal([
        409,
        'The reader of this address has ended all mails of this service; the last link of each mail allows them again',
      ]);
      expect((await browserAt('192.0.2.22').call('POST', '/auth/forgot-password', { email })).json()).to.deep.equal({
        ok: true,
      });
      expect(await takeMails(service, email)).to.deep.equal([]);
      const page = (await service.ask(path)).body.toString();
      const [, query] = /action="(\?mails=allow)"/.exec(page)!;
      expect((await service.ask(path + query, form, 'POST', '')).status).to.equal(200);
      expect((await signUpAt('192.0.2.21', 'reader+2@example.org')).status).to.equal(201);
      expect((await service.ask(`${path.slice(0, -3)}AAA`)).status).to.equal(404);
    });
  });

  describe('who sign up before the owner of an address', () => {
    /** An account of a stranger with one of everything, and what is left of it. */
    async function planted() {
      const thief = await signUpAt('203.0.113.1');
      const key = (await thief.call('POST', '/account/api-keys', { name: 'k' })).json().key as string;
      await thief.call('POST', '/account/locations', { name: 'x', lat: 35, lon: -97 });
      await thief.call('POST', '/account/webhooks', { url: 'https://8.8.8.8/', bbox: [-98, 35, -97, 36] });
      const { user } = (await service.db.users.credentials(thief.email))!;
      const left = async () => [
        (await thief.call('GET', '/auth/me')).status,
        (await service.db.apiKeys.find(digestOf(key))) ? 1 : 0,
        (await service.db.savedLocations.ofUser(user.id)).length,
        (await service.db.webhooks.ofUser(user.id)).length,
      ];
      expect(await left()).to.deep.equal([200, 1, 1, 1]);
      return { thief, left };
    }
    const nothing = [401, 0, 0, 0];

    it('lose everything when the owner sets a password', async () => {
      const { thief, left } = await planted();
      const owner = browserAt('192.0.2.50');
      const token = await tokenFor('reset_password', thief.email);
      const reset = await owner.call('POST', '/auth/reset-password', { token, password: anotherPassword });
      expect(reset.json()).to.include({ email: thief.email, email_verified: true });
      expect(await left()).to.deep.equal(nothing);
      expect([await logIn(thief, thief.email), await logIn(owner, thief.email, anotherPassword)]).to.deep.equal([
        401, 200,
      ]);
    });

    it('lose everything when the owner opens the link to confirm the address', async () => {
      const { thief, left } = await planted();
      const owner = browserAt('192.0.2.51');
      const token = await tokenFor('verify_email', thief.email);
      const verified = await owner.call('POST', '/auth/verify-email', { token });
      expect([verified.status, verified.json().email_verified]).to.deep.equal([200, true]);
      expect(await left()).to.deep.equal(nothing);
      expect(await logIn(thief, thief.email)).to.equal(401);
    });

    it('lose everything at a reset after a confirmation beside them', async () => {
      const { thief, left } = await planted();
      const near = browserAt('203.0.113.1');
      await near.call('POST', '/auth/verify-email', { token: await tokenFor('verify_email', thief.email) });
      expect(await left()).to.deep.equal([200, 1, 1, 1]);
      const token = await tokenFor('reset_password', thief.email);
      await near.call('POST', '/auth/reset-password', { token, password: anotherPassword });
      expect(await left()).to.deep.equal(nothing);
    });

    for (const [how, withPassword] of [
      ['with the session, from whatever address', false],
      ['with the password, without a session', true],
    ] as const) {
      it(`are not confused with an owner who confirms ${how}`, async () => {
        const { thief: owner, left } = await planted();
        const token = await tokenFor('verify_email', owner.email);
        const reader = withPassword ? browserAt('192.0.2.52') : owner;
        const headers: Record<string, string> = withPassword ? {} : { 'X-Forwarded-For': '192.0.2.53' };
        if (withPassword) {
          const wrong = await reader.call('POST', '/auth/verify-email', { token, password: 'wrong horse 77' });
          expect([wrong.status, await left()]).to.deep.equal([401, [200, 1, 1, 1]]);
        }
        const body = withPassword ? { token, password } : { token };
        expect((await reader.call('POST', '/auth/verify-email', body, headers)).status).to.equal(200);
        expect(await left()).to.deep.equal([200, 1, 1, 1]);
        const reset = { token: await tokenFor('reset_password', owner.email), password: anotherPassword };
        await reader.call('POST', '/auth/reset-password', reset);
        expect(await left()).to.deep.equal([401, 1, 1, 1]); // the sessions only: the owner was known
      });
    }

    it('leave nothing that they make at the moment of the reset', async () => {
      for (const [path, body] of [
        ['/account/api-keys', { name: 'k' }],
        ['/account/locations', { name: 'x', lat: 35, lon: -97 }],
        ['/account/webhooks', { url: 'https://8.8.8.8/', bbox: [-98, 35, -97, 36] }],
      ] as [string, object][]) {
        const thief = await signUpAt('203.0.113.2');
        const { user } = (await service.db.users.credentials(thief.email))!;
        const token = digestOf(await tokenFor('reset_password', thief.email));
        meanwhile = () => service.db.userTokens.resetPassword(token, 'new');
        const { status } = await thief.call('POST', path, body);
        meanwhile = async () => undefined;
        expect(status, path).to.equal(401);
        expect((await service.db.apiKeys.ofUser(user.id)).filter(({ isActive }) => isActive)).to.deep.equal([]);
        expect(await service.db.savedLocations.ofUser(user.id)).to.deep.equal([]);
        expect(await service.db.webhooks.ofUser(user.id)).to.deep.equal([]);
      }
    });
  });

  describe('who try a password on many accounts', () => {
    it('are slowed down in their network, and keep nobody out who has signed in there before', async () => {
      const owner = await signUpAt('203.0.113.77');
      const newcomer = await signUpAt('192.0.2.77');
      await owner.call('POST', '/auth/logout');
      const thief = browserAt('203.0.113.77');
      const statuses: number[] = [];
      for (let i = 0; i < 35; i++) statuses.push(await logIn(thief, `target-${i}@example.org`));
      expect(statuses.filter((status) => status === 401)).to.have.length(30);
      expect(statuses.slice(30)).to.deep.equal([429, 429, 429, 429, 429]);

      expect(await logIn(owner, owner.email)).to.equal(200);
      expect(await logIn(browserAt('203.0.113.78'), owner.email)).to.equal(200);
      expect(await logIn(browserAt('203.0.113.77'), owner.email)).to.equal(429);
      // The cookie of another account helps nobody.
      const headers = { 'X-Forwarded-For': '203.0.113.77' };
      expect((await newcomer.call('POST', '/auth/login', { email: owner.email, password }, headers)).status).to.equal(
        429,
      );
      service.setTime(new Date(Date.parse(someTime) + 15 * 60_000 + 1).toISOString());
      expect(await logIn(browserAt('203.0.113.77'), owner.email)).to.equal(200);
    });

    it('do not reset their count by signing in to an account of their own', async () => {
      const thief = await signUpAt('203.0.113.90');
      const fresh = () => browserAt('203.0.113.90'); // without the cookie
      const statuses: number[] = [];
      for (let i = 0; i < 40; i++) {
        statuses.push(await logIn(fresh(), `target-${i}@example.org`));
        if (i % 5 === 0) await logIn(fresh(), thief.email);
      }
      expect(statuses.filter((status) => status === 401)).to.have.length(30);
    });

    it('are counted for one browser of the owner, too', async () => {
      const owner = await signUpAt('203.0.113.95');
      const statuses: number[] = [];
      for (let i = 0; i < 12; i++) statuses.push(await logIn(owner, owner.email, `wrong ${i}`));
      expect(statuses).to.deep.equal([...Array<number>(10).fill(401), 429, 429]);
    });
  });
});
