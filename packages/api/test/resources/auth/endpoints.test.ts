import { expect } from 'chai';
import { assertUncommon } from '../../../src/access/passwords.ts';
import { apiEndpoints } from '@severe/api';
import { parseTime } from '@severe/base';
import { digestOf, newSecret } from '@severe/db';
import { responseProblems } from '@severe/http';
import { openBrowser, ownOrigin, signUp, takeMails, type Browser } from '../../support/browser.ts';
import { someTime, startTestApi, type TestService } from '../../support/service.ts';

const day = 86_400_000;
const later = (ms: number): string => new Date(parseTime(someTime)!.getTime() + ms).toISOString();

describe('api/auth', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  beforeEach(() => service.setTime(someTime));
  after(() => service?.close());

  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    openBrowser(service).call('POST', path, body, headers);
  /** A token as in a mail, for the user with an address. */
  async function tokenFor(purpose: 'verify_email' | 'reset_password', email: string): Promise<string> {
    const token = newSecret();
    const expiresAt = new Date(parseTime(someTime)!.getTime() + 3_600_000);
    await service.db.userTokens.issue({ purpose, email, digest: digestOf(token), expiresAt });
    return token;
  }
  const me = async (browser: Browser) => (await browser.call('GET', '/auth/me')).status;

  describe('sign-up', () => {
    it('creates a user, signs in, and puts a mail into the outbox', async () => {
      const browser = openBrowser(service);
      const body = { email: ' Ann@Example.org ', password: 'correct horse 77', name: 'Ann' };
      const { status, headers, json } = await browser.call('POST', '/auth/signup', body);
      expect(status).to.equal(201);
      expect(json()).to.deep.include({ email: 'ann@example.org', name: 'Ann', role: 'user', email_verified: false });
      const { cache } = apiEndpoints.find(({ path }) => path === '/auth/signup')!;
      expect([cache, headers['cache-control']]).to.deep.equal(['no-store', 'no-store']);
      expect(headers['access-control-allow-origin']).to.equal(undefined);
      expect(headers['set-cookie']).to.have.length(2);
      expect(headers['set-cookie']![0]).to.match(
        /^__Host-severe_session=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
      );
      expect(headers['set-cookie']![1]).to.match(
        /^__Host-severe_device=[\w-]{43}; Path=\/; Max-Age=34560000; Secure; HttpOnly; SameSite=Lax$/,
      );
      expect((await browser.call('GET', '/auth/me')).json()).to.deep.equal(json());
      const [mail] = await takeMails(service, 'ann@example.org');
      expect(mail.tokenPurpose).to.equal('verify_email');
      expect(mail.text).to.include('https://wx.example.org/verify-email?token={token}');
    });

    it('stores no password and no cookie in plain form', async () => {
      const { email, password, cookie } = await signUp(service);
      const { passwordHash } = (await service.db.users.credentials(email))!;
      expect(passwordHash)
        .to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
        .and.not.include(password);
      const value = cookie.split('=')[1];
      expect(await service.db.sessions.find(Buffer.from(value))).to.equal(undefined);
      expect(await service.db.sessions.find(digestOf(value))).to.not.equal(undefined);
    });

    it('refuses an address that has an account', async () => {
      const { email } = await signUp(service);
      const { status, json } = await post('/auth/signup', { email: email.toUpperCase(), password: 'correct horse 77' });
      expect([status, json()]).to.deep.equal([409, { detail: 'Email already registered' }]);
    });

    it('refuses invalid fields without repeating the password', async () => {
      for (const [body, field] of [
        [{ password: 'correct horse 77' }, 'email'],
        [{ email: 'nobody', password: 'correct horse 77' }, 'email'],
        [{ email: { $gt: '' }, password: 'correct horse 77' }, 'email'],
        [{ email: 'a@b.co', password: 'seven77' }, 'password'],
        [{ email: 'a@b.co', password: 'x'.repeat(129) }, 'password'],
        [{ email: 'a@b.co', password: 12_345_678 }, 'password'],
        [{ email: 'a@b.co', password: 'Password123' }, 'password'],
        [{ email: 'a@b.co', password: 'correct horse 77', name: 'n'.repeat(129) }, 'name'],
      ] as [object, string][]) {
        const { status, json } = await post('/auth/signup', body);
        expect([status, json().detail[0].loc], JSON.stringify(body)).to.deep.equal([422, ['body', field]]);
        if (field === 'password') expect(json().detail[0]).to.not.have.property('input');
      }
    });

    it('takes every password of 8 to 128 characters that is not among the most common', async () => {
      const email = 'long.address@b.example';
      const passwords = ['zzzzzzzzzzzzz', 'Long.Address', email, '        ', '🌪'.repeat(8), '🌪'.repeat(128)];
      for (const [i, password] of passwords.entries()) {
        const { status } = await post('/auth/signup', { email: i === 2 ? email : `p${i}@b.example`, password });
        expect(status, password).to.equal(201);
      }
      for (const password of ['🌪'.repeat(7), '🌪'.repeat(129)])
        expect((await post('/auth/signup', { email: 'q@b.example', password })).status, password).to.equal(422);
    });

    it('takes common passwords too, if the list is off', () => {
      expect(() => assertUncommon('Password123', { passwordBlocklist: true })).to.throw();
      expect(() => assertUncommon('Password123', { passwordBlocklist: false })).to.not.throw();
    });

    it('counts characters, not bytes, and cuts no password', async () => {
      const long = `${'ä'.repeat(127)}1`;
      const { email } = await signUp(service, { password: long });
      expect((await post('/auth/login', { email, password: long })).status).to.equal(200);
      expect((await post('/auth/login', { email, password: `${'ä'.repeat(127)}2` })).status).to.equal(401);
    });

    it('takes a password in every Unicode form of its characters', async () => {
      const password = 'Grüße aus Zürich ﬁn';
      const { email } = await signUp(service, { password });
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
        expect((await post('/auth/login', { email, password: password.normalize(form) })).status, form).to.equal(200);
      expect((await post('/auth/login', { email, password: 'Grusse aus Zurich fin' })).status).to.equal(401);
    });

    it('refuses addresses with other characters that look like letters, and addresses that add lines to a mail', async () => {
      for (const email of [
        'ａｎｎ@example.org',
        'anп@example.org',
        'ann@exаmple.org',
        'mar\u212a@example.org', // the Kelvin sign, which is k in lower case
        'a\0nn@example.org',
        'a\u200bnn@example.org',
        'ann@example.org\r\nBcc: eve@example.org',
        'ann@example.org, eve@example.org',
        'Ann <ann@example.org>',
        'ann@example.org@eve.org',
        'ann@',
        `${'a'.repeat(250)}@example.org`,
      ]) {
        const { status, json } = await post('/auth/signup', { email, password: 'correct horse 77' });
        expect([status, json().detail[0].loc], JSON.stringify(email)).to.deep.equal([422, ['body', 'email']]);
      }
      await service.db.attempts.forget('signup 127.0.0.1');
    });

    it('takes nothing from the prototype of a body', async () => {
      const rest = '"password":"correct horse 77","constructor":{"prototype":{"role":"admin"}}';
      const headers = { Origin: ownOrigin, 'Content-Type': 'application/json' };
      const send = (text: string) => service.ask('/api/v1/auth/signup', headers, 'POST', text);
      const made = await send(
        `{"email":"proto@example.org","__proto__":{"role":"admin","email_verified":true},${rest}}`,
      );
      expect(made.status).to.equal(201);
      expect(made.json()).to.deep.include({ role: 'user', email_verified: false });
      expect((await send(`{"__proto__":{"email":"proto-2@example.org"},${rest}}`)).status).to.equal(422);
      expect(({} as Record<string, unknown>)['role']).to.equal(undefined);
    });

    it('ignores fields that it does not declare', async () => {
      const more = { role: 'admin', email_verified: true, is_active: false, id: 1, user_id: 1 };
      const body = { email: 'mass@example.org', password: 'correct horse 77', ...more };
      const { json } = await openBrowser(service).call('POST', '/auth/signup', body);
      expect(json()).to.deep.include({ role: 'user', email_verified: false });
      expect(json().id).to.be.greaterThan(1);
    });

    it('is limited to 20 in an hour for one client', async () => {
      const statuses: number[] = [];
      for (let i = 0; i < 22; i++) {
        statuses.push(
          (await post('/auth/signup', { email: `many-${i}@example.org`, password: 'correct horse 77' })).status,
        );
      }
      expect(statuses.filter((status) => status === 201).length).to.be.at.most(20);
      expect(statuses.at(-1)).to.equal(429);
      await service.db.attempts.forget('signup 127.0.0.1');
    });
  });

  describe('login', () => {
    it('makes a new cookie and ends the session of the request', async () => {
      const browser = await signUp(service);
      const before = { ...browser, cookie: browser.cookie };
      const { status, json } = await browser.call('POST', '/auth/login', browser);
      expect([status, json().id]).to.deep.equal([200, browser.id]);
      expect(browser.cookie).to.not.equal(before.cookie);
      const old = openBrowser(service);
      old.cookie = before.cookie;
      expect([await me(old), await me(browser)]).to.deep.equal([401, 200]);
    });

    it('never accepts a cookie that was set before', async () => {
      const { email, password } = await signUp(service);
      const browser = openBrowser(service);
      browser.cookie = `__Host-severe_session=${'A'.repeat(43)}`;
      await browser.call('POST', '/auth/login', { email, password });
      expect(browser.cookie).to.not.include('AAAA');
      const fixed = openBrowser(service);
      fixed.cookie = `__Host-severe_session=${'A'.repeat(43)}`;
      expect(await me(fixed)).to.equal(401);
    });

    it('answers an unknown address as a wrong password', async () => {
      const { email } = await signUp(service);
      const wrong = await post('/auth/login', { email, password: 'wrong horse 77' });
      const unknown = await post('/auth/login', { email: 'nobody@example.org', password: 'wrong horse 77' });
      expect([wrong.status, wrong.json()]).to.deep.equal([401, { detail: 'Wrong e-mail address or password' }]);
      expect([unknown.status, unknown.body.toString()]).to.deep.equal([401, wrong.body.toString()]);
    });

    it('is limited to ten wrong passwords for an address and a client, which delays nobody else', async () => {
      const [uma, vic] = [await signUp(service), await signUp(service)];
      const tries = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          post('/auth/login', { email: uma.email, password: `wrong ${i}` }, { 'X-Forwarded-For': `203.0.113.${i}` }),
        ),
      );
      expect(tries.filter(({ status }) => status === 401)).to.have.length(10);
      const late = tries.find(({ status }) => status === 429)!;
      expect(Number(late.headers['retry-after'])).to.be.within(899, 900);
      expect((await post('/auth/login', uma)).status).to.equal(429);
      expect((await post('/auth/login', vic)).status).to.equal(200);
      service.setTime(later(15 * 60_000 + 1000));
      expect((await post('/auth/login', uma)).status).to.equal(200);
    });

    it('counts wrong passwords only', async () => {
      const { email, password } = await signUp(service);
      for (let i = 0; i < 9; i++) await post('/auth/login', { email, password: 'wrong horse' });
      expect((await post('/auth/login', { email, password })).status).to.equal(200);
      expect((await post('/auth/login', { email, password: 'wrong horse' })).status).to.equal(401);
    });
  });

  describe('a session', () => {
    it('ends at logout, also without one', async () => {
      const browser = await signUp(service);
      const thief = openBrowser(service);
      thief.cookie = browser.cookie;
      const { status, json, headers } = await browser.call('POST', '/auth/logout');
      expect([status, json()]).to.deep.equal([200, { ok: true }]);
      expect(headers['set-cookie']![0]).to.match(/^__Host-severe_session=; Path=\/; Max-Age=0; Secure; HttpOnly/);
      expect(await me(thief)).to.equal(401);
      expect((await post('/auth/logout', undefined)).status).to.equal(200);
    });

    it('is extended when it is used, at most to 90 days', async () => {
      const browser = await signUp(service);
      for (let days = 20; days <= 80; days += 20) {
        service.setTime(later(days * day));
        const { status, headers } = await browser.call('GET', '/auth/me');
        expect(status, `day ${days}`).to.equal(200);
        const left = Math.min(30, 90 - days);
        expect(headers['set-cookie']![0], `day ${days}`).to.include(`Max-Age=${left * 86_400};`);
      }
      service.setTime(later(90 * day));
      expect(await me(browser)).to.equal(401);
    });

    it('ends after 30 days without use, and is not extended twice a day', async () => {
      const browser = await signUp(service);
      service.setTime(later(day / 2));
      expect((await browser.call('GET', '/auth/me')).headers['set-cookie']).to.equal(undefined);
      service.setTime(later(30 * day));
      expect(await me(browser)).to.equal(401);
    });

    it('is not found by a cookie of another form', async () => {
      const { cookie } = await signUp(service);
      const value = cookie.split('=')[1];
      for (const text of [
        `severe_session=${value}`,
        `x__Host-severe_session=${value}`,
        `${cookie}x`,
        cookie.slice(0, -1),
        '',
      ]) {
        const { status } = await service.ask('/api/v1/auth/me', { Cookie: text });
        expect(status, text).to.equal(401);
      }
      expect((await service.ask('/api/v1/auth/me', { Cookie: `a=b; ${cookie}; c=d` })).status).to.equal(200);
    });
  });

  describe('a token', () => {
    it('verifies the address once, of many calls at the same time', async () => {
      const browser = await signUp(service);
      const token = await tokenFor('verify_email', browser.email);
      const replies = await Promise.all(Array.from({ length: 20 }, () => post('/auth/verify-email', { token })));
      const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses).to.deep.equal([200, ...Array<number>(19).fill(400)]);
      expect((await browser.call('GET', '/auth/me')).json().email_verified).to.equal(true);
      const { json } = await post('/auth/verify-email', { token: 'x'.repeat(43) });
      expect(json()).to.deep.equal({ detail: 'Invalid or expired token' });
    });

    it('sets a new password once and ends every session', async () => {
      const browser = await signUp(service);
      const token = await tokenFor('reset_password', browser.email);
      expect((await post('/auth/reset-password', { token, password: 'short' })).status).to.equal(422);
      expect((await post('/auth/reset-password', { token, password: 'password123' })).status).to.equal(422);
      const { status, json } = await post('/auth/reset-password', { token, password: 'another battery 55' });
      expect([status, json().id]).to.deep.equal([200, browser.id]);
      expect((await post('/auth/reset-password', { token, password: 'another battery 56' })).status).to.equal(400);
      expect(await me(browser)).to.equal(401);
      expect((await post('/auth/login', browser)).status).to.equal(401);
      expect((await post('/auth/login', { email: browser.email, password: 'another battery 55' })).status).to.equal(
        200,
      );
    });

    it('is void after an hour', async () => {
      const { email } = await signUp(service);
      const token = await tokenFor('reset_password', email);
      service.setTime(later(3_600_000));
      expect((await post('/auth/reset-password', { token, password: 'another battery 55' })).status).to.equal(400);
    });
  });

  describe('mail', () => {
    it('to set a password is asked for in the same way with and without an account', async () => {
      const { email } = await signUp(service);
      const known = await post('/auth/forgot-password', { email });
      const unknown = await post('/auth/forgot-password', { email: 'nobody-2@example.org' });
      expect([known.status, known.json()]).to.deep.equal([200, { ok: true }]);
      expect([unknown.status, unknown.body.toString()]).to.deep.equal([200, known.body.toString()]);
      expect((await takeMails(service, email)).map(({ tokenPurpose }) => tokenPurpose)).to.include('reset_password');
      expect(await takeMails(service, 'nobody-2@example.org')).to.deep.equal([]);
      expect(await service.db.userTokens.ownerOf('reset_password', digestOf('any'))).to.equal(undefined);
    });

    it('is sent again on request, up to five times an hour with that of the sign-up, until the address is verified', async () => {
      const browser = await signUp(service);
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++) statuses.push((await browser.call('POST', '/auth/resend-verification')).status);
      expect(statuses).to.deep.equal([200, 200, 200, 200, 429, 429]);
      expect(await takeMails(service, browser.email)).to.have.length(5);
      await post('/auth/verify-email', { token: await tokenFor('verify_email', browser.email) });
      expect((await browser.call('POST', '/auth/resend-verification')).json()).to.deep.equal({ ok: true });
      expect(await takeMails(service, browser.email)).to.have.length(0);
    });

    it('has links of the public URL, whatever the Host says', async () => {
      const email = 'host@example.org';
      await post(
        '/auth/signup',
        { email, password: 'correct horse 77' },
        { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
      );
      const [{ text, html }] = await takeMails(service, email);
      expect(text).to.include('https://wx.example.org/verify-email').and.not.include('evil');
      expect(html).to.include('https://wx.example.org/verify-email').and.not.include('evil');
    });
  });

  it('answers as described', async () => {
    const browser = await signUp(service);
    const endpoint = apiEndpoints.find(({ path }) => path === '/auth/me')!;
    expect(responseProblems(endpoint, (await browser.call('GET', '/auth/me')).json())).to.deep.equal([]);
  });

  it('takes calls from pages of its own origin only', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `${ownOrigin}.evil.example`,
      'http://wx.example.org',
      `${ownOrigin}:444`,
    ]) {
      const { status } = await post(
        '/auth/login',
        { email: 'a@b.co', password: 'correct horse 77' },
        { Origin: origin },
      );
      expect(status, origin).to.equal(403);
    }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await post('/auth/login', { email: 'a@b.co', password: 'x' }, form)).status).to.equal(415);
  });
});
