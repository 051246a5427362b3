import { expect } from 'chai';
import { apiEndpoints } from '@severe/api';
import { responseProblems } from '@severe/http';
import { digestOf } from '@severe/db';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { hashPassword } from '../../../src/access/passwords.ts';
import { openBrowser, signUp, type Browser } from '../../support/browser.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

const first = { email: 'root@example.org', password: 'a long admin passphrase 91' };
const actor = { id: null, name: 'ADMIN_EMAIL' };

describe('api/admin', () => {
  let service: TestService;
  let root: Browser;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await storeStormDay(service.db);
    const admin = { email: first.email, passwordHash: await hashPassword(first.password, 'test') };
    expect(await service.db.users.createFirstAdmin(actor, admin)).to.equal(true);
    expect(await service.db.users.createFirstAdmin(actor, { ...admin, email: 'other@example.org' })).to.equal(false);
    root = openBrowser(service);
    await root.call('POST', '/auth/login', first);
  });
  after(() => service?.close());
  const problems = (path: string, body: unknown) =>
    responseProblems(
      apiEndpoints.find((each) => each.path === path)!,
      body,
    );

  it('counts users and data', async () => {
    await signUp(service);
    const { status, json } = await root.call('GET', '/admin/stats');
    expect(status).to.equal(200);
    expect(problems('/admin/stats', json())).to.deep.equal([]);
    expect(json()).to.include({ users_admin: 1, users_total: 2, signups_last_7d: 2, users_verified: 1 });
    expect(json().alerts_active).to.be.greaterThan(0).and.at.most(json().alerts_total);
    expect(json().observations_total).to.be.greaterThan(0);
  });

  it('lists users by id, newest first, found by a part of address or name', async () => {
    const uma = await signUp(service, { email: 'uma_100%@example.org', name: 'Uma Öz' });
    const { json } = await root.call('GET', '/admin/users?limit=200');
    expect(problems('/admin/users', json())).to.deep.equal([]);
    const ids = json().rows.map(({ id }: { id: number }) => id);
    expect(ids).to.deep.equal([...ids].sort((a, b) => b - a));
    expect(json().total).to.equal(ids.length);
    for (const [q, found] of [
      ['UMA_1', [uma.id]],
      ['uma%201', []],
      ['100%25', [uma.id]],
      ['%25%25', []],
      ['uma ö', [uma.id]],
      ["'", []],
    ] as const) {
      const page = (await root.call('GET', `/admin/users?q=${encodeURI(q).replaceAll('%25', '%')}`)).json();
      expect(
        page.rows.map(({ id }: { id: number }) => id),
        q,
      ).to.deep.equal(found);
    }
    const page = (await root.call('GET', '/admin/users?limit=1&offset=1')).json();
    expect([page.rows.length, page.rows[0].id]).to.deep.equal([1, ids[1]]);
  });

  it('gives and takes the role, and shows it at the next request', async () => {
    const uma = await signUp(service);
    expect((await uma.call('GET', '/admin/stats')).status).to.equal(403);
    const body = { role: 'admin', email: 'x@example.org', is_active: null, password_hash: 'x' };
    const { json } = await root.call('PATCH', `/admin/users/${uma.id}`, body);
    expect(json()).to.include({ id: uma.id, role: 'admin', email: uma.email, is_active: true });
    expect(problems('/admin/users/{user_id}', json())).to.deep.equal([]);
    expect((await uma.call('GET', '/admin/stats')).status).to.equal(200);
    await root.call('PATCH', `/admin/users/${uma.id}`, { role: 'user' });
    expect((await uma.call('GET', '/admin/stats')).status).to.equal(403);
  });

  it('disables a user with all sessions and keys at once', async () => {
    const uma = await signUp(service);
    const { key } = (await uma.call('POST', '/account/api-keys', { name: 'x' })).json();
    const version = await service.db.apiKeys.version();
    expect((await root.call('PATCH', `/admin/users/${uma.id}`, { is_active: false })).json().is_active).to.equal(false);
    expect((await uma.call('GET', '/auth/me')).status).to.equal(401);
    expect(await service.db.apiKeys.find(digestOf(key))).to.equal(undefined);
    expect(await service.db.apiKeys.version()).to.be.greaterThan(version);
    const login = await openBrowser(service).call('POST', '/auth/login', { email: uma.email, password: uma.password });
    expect([login.status, login.json().detail]).to.deep.equal([403, 'Account disabled']);
    const wrong = await openBrowser(service).call('POST', '/auth/login', { email: uma.email, password: 'wrong horse' });
    expect(wrong.status).to.equal(401); // only who knows the password learns that the account is disabled
    await root.call('PATCH', `/admin/users/${uma.id}`, { is_active: true });
    expect((await uma.call('GET', '/auth/me')).status).to.equal(401); // the old session stays ended
    expect((await uma.call('POST', '/auth/login', uma)).status).to.equal(200);
  });

  it('keeps the last active administrator, also of two who demote each other', async () => {
    const me = (await root.call('GET', '/auth/me')).json();
    for (const body of [{ role: 'user' }, { is_active: false }]) {
      const { status, json } = await root.call('PATCH', `/admin/users/${me.id}`, body);
      expect([status, json().detail]).to.deep.equal([
        409,
        'The last active administrator cannot be disabled or demoted',
      ]);
    }
    const uma = await signUp(service);
    await root.call('PATCH', `/admin/users/${uma.id}`, { role: 'admin' });
    const both = await Promise.all([
      root.call('PATCH', `/admin/users/${uma.id}`, { role: 'user' }),
      uma.call('PATCH', `/admin/users/${me.id}`, { role: 'user' }),
    ]);
    expect((await service.db.users.counts()).usersAdmin).to.equal(1);
    expect(both.map(({ status }) => status)).to.include(200);
    await service.db.users.change(actor, me.id, { role: 'admin' });
    await service.db.users.change(actor, uma.id, { role: 'user' });
  });

  it('records every act', async () => {
    const uma = await signUp(service);
    await root.call('PATCH', `/admin/users/${uma.id}`, { role: 'admin', is_active: false });
    await root.call('PATCH', `/admin/users/${uma.id}`, { role: 'admin' }); // changes nothing
    const acts = (await service.db.audit.newest(2)).map((row) => [row.actor, row.act, row.userId, row.subject]);
    expect(acts).to.deep.equal([
      [first.email, 'disable', uma.id, uma.email],
      [first.email, 'promote', uma.id, uma.email],
    ]);
    expect((await service.db.audit.newest(1000)).at(-1)).to.include({ act: 'create_admin', actor: 'ADMIN_EMAIL' });
  });

  it('refuses unknown users and wrong values', async () => {
    for (const [path, body, status] of [
      ['/admin/users/99999999', { is_active: true }, 404],
      ['/admin/users/1', { role: 'god' }, 422],
      ['/admin/users/1', { is_active: 'yes' }, 422],
      ['/admin/users/x', {}, 422],
      ['/admin/users/9223372036854775808', {}, 422],
    ] as const) {
      expect((await root.call('PATCH', path, body)).status, path).to.equal(status);
    }
    for (const query of ['limit=0', 'limit=201', 'offset=-1', 'limit=x', 'q=%00']) {
      expect((await root.call('GET', `/admin/users?${query}`)).status, query).to.equal(422);
    }
  });

  it('shows the health of sources with errors', async () => {
    const startedAt = new Date('2026-05-20T22:18:00Z');
    await service.db.sourceRuns.record({
      feed: 'nws-alerts',
      source: 'alerts',
      startedAt,
      durationMs: 12,
      failure: { problem: 'unavailable', error: 'got 500' },
    });
    const { json } = await root.call('GET', '/admin/ingest-health');
    expect(problems('/admin/ingest-health', json())).to.deep.equal([]);
    expect(json().alerts).to.include({ last_error: 'got 500', consecutive_failures: 1, last_duration_ms: 12 });
    expect(json().radar.queue_depth).to.be.a('number');
  });

  it('shows what sources have given up, with the reasons', async () => {
    const { deadLetters, frameJobs } = service.db;
    await deadLetters.record({ id: 'nws-hml', source: 'gauges' }, [{ what: 'bulletin 1', why: 'no heading' }]);
    const mosaic = { family: 'radar', product: 'vil', runAt: null, rawKey: 'raw' };
    const id = (await frameJobs.insert({ ...mosaic, validAt: new Date('2026-05-20T21:00:00Z') }))!;
    await frameJobs.giveUp({ id, attempts: 0 }, 'refused', 'truncated');
    const { json } = await root.call('GET', '/admin/ingest-health');
    expect(problems('/admin/ingest-health', json())).to.deep.equal([]);
    expect(json().gauges.given_up).to.equal(1);
    const [item] = json().gauges.last_given_up;
    expect(item).to.deep.include({ feed: 'nws-hml', what: 'bulletin 1', why: 'no heading', times: 1 });
    expect(json().radar.given_up).to.equal(1);
    const [frame] = json().radar.last_given_up;
    expect(frame).to.deep.include({ feed: null, what: 'radar/vil/202605202100', why: 'truncated' });
    expect(json().alerts).to.deep.include({ given_up: 0, last_given_up: [] });
  });

  it('shows words of providers that are not known, and only their number in public', async () => {
    const feed = { id: 'nhc-outlook', source: 'tropical' };
    await service.db.unknownWords.record(feed, [{ field: 'basin', word: 'Open Ocean', count: 3 }]);
    const { json } = await root.call('GET', '/admin/ingest-health');
    expect(problems('/admin/ingest-health', json())).to.deep.equal([]);
    const [word] = json().tropical.last_unknown_words;
    expect(word).to.deep.include({ feed: 'nhc-outlook', field: 'basin', word: 'Open Ocean', times: 3 });
    expect(json().alerts).to.deep.include({ unknown_words: 0, last_unknown_words: [] });
    const health = await root.call('GET', '/meta/health');
    expect(health.json().sources.tropical.unknown_words).to.equal(1);
    expect(JSON.stringify(health.json())).not.to.contain('Open Ocean');
  });
});
