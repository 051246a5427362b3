import { expect } from 'chai';
import { until } from '@severe/testing/until';
import { signUp, type Browser } from '../../support/browser.ts';
import { Listener } from '../../support/listener.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('streams that were opened with a key or a session', () => {
  let one: TestService;
  /** Another process on the same database. It shares no messages with the first. */
  let other: TestService;
  let user: Browser & { id: number; email: string; password: string };
  const open: Listener[] = [];

  before(async function () {
    this.timeout(60_000);
    one = await startTestApi();
    other = await startTestApi(undefined, async () => one.db);
  });
  beforeEach(async () => {
    user = await signUp(one);
  });
  afterEach(() => {
    for (const listener of open.splice(0)) listener.close();
  });
  after(async () => {
    await other?.close();
    await one?.close();
  });

  async function listen(service: TestService, headers: Record<string, string>): Promise<Listener> {
    const listener = new Listener(service, undefined, headers);
    open.push(listener);
    await until(() => listener.events.length > 0);
    return listener;
  }

  /** A stream of each process with these headers, and one without, which must stay open. */
  async function listenEverywhere(headers: Record<string, string>): Promise<{ held: Listener[]; free: Listener }> {
    return { held: [await listen(one, headers), await listen(other, headers)], free: await listen(other, {}) };
  }

  async function expectEnded({ held, free }: { held: Listener[]; free: Listener }): Promise<void> {
    await until(() => held.every(({ ended }) => ended));
    for (const { names } of held) expect(names).to.deep.equal(['ready', 'bye']);
    expect(free.ended).to.equal(false);
  }

  async function createKey(): Promise<{ id: number; key: string }> {
    return (await user.call('POST', '/account/api-keys', { name: 'k' })).json();
  }

  it('end in every process when the key is revoked', async () => {
    const [{ id, key }, { key: kept }] = [await createKey(), await createKey()];
    const streams = await listenEverywhere({ 'X-API-Key': key });
    const withOther = await listen(one, { 'X-API-Key': kept });
    expect((await user.call('DELETE', `/account/api-keys/${id}`)).status).to.equal(204);
    await expectEnded(streams);
    expect(withOther.ended).to.equal(false);
  });

  it('end in every process when the session ends, and other sessions of the user stay', async () => {
    const streams = await listenEverywhere({ Cookie: user.cookie });
    const { cookie } = user;
    user.cookie = '';
    await user.call('POST', '/auth/login', { email: user.email, password: user.password });
    const second = await listen(one, { Cookie: user.cookie });
    user.cookie = cookie;
    expect((await user.call('POST', '/auth/logout')).status).to.equal(200);
    await expectEnded(streams);
    expect(second.ended).to.equal(false);
  });

  it('end when the session expires', async () => {
    const streams = await listenEverywhere({ Cookie: user.cookie });
    try {
      one.setTime('2026-06-20T22:18:06Z');
      await expectEnded(streams);
    } finally {
      one.setTime('2026-05-20T22:18:05Z');
    }
  });

  it('end in every process when the user is disabled', async () => {
    const { key } = await createKey();
    const streams = [await listenEverywhere({ 'X-API-Key': key }), await listenEverywhere({ Cookie: user.cookie })];
    await one.db.users.change({ id: null, name: 'test' }, user.id, { isActive: false });
    for (const each of streams) await expectEnded(each);
  });

  it('stay open if their cookie had no valid session to begin with', async () => {
    const stale = await listen(one, { Cookie: `__Host-severe_session=${'a'.repeat(43)}` });
    const streams = await listenEverywhere({ Cookie: user.cookie });
    await user.call('POST', '/auth/logout');
    await expectEnded(streams);
    expect(stale.ended).to.equal(false);
  });

  it('stay open while the database is unavailable', async () => {
    let fails = true;
    const asked: boolean[] = [];
    const own = await startTestApi(
      ({ db }) => ({
        db: {
          ...db,
          sessions: {
            ...db.sessions,
            async invalid(digests) {
              asked.push(fails);
              if (fails) throw new Error('unavailable');
              return db.sessions.invalid(digests);
            },
          },
        },
      }),
      async () => one.db,
    );
    try {
      const listener = await listen(own, { Cookie: user.cookie });
      await user.call('POST', '/auth/logout');
      await until(() => asked.length > 2);
      expect(listener.ended).to.equal(false);
      fails = false;
      await until(() => listener.ended);
    } finally {
      await own.close();
    }
  });
});
