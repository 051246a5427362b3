import { expect } from 'chai';
import { digestOf, type Database, type NewUser } from '../../src/index.ts';
import { databaseOn } from '../../src/open.ts';
import { testConnection } from '../support/database.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { newWebhook } from '../support/rows/new-webhook.ts';
import { newUser } from '../support/rows/new-user.ts';
import { verifyUser } from '../support/verify-user.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('db/users', (open) => {
  let db: Database;
  let time: ReturnType<typeof handClock>;
  beforeEach(async () => {
    time = handClock(at('20:00'));
    db = await open({ clock: time.clock });
  });

  it('has one account for each address', async () => {
    const user = await db.users.insert(newUser());
    expect(user).to.deep.equal({
      id: 1,
      email: 'ann@example.org',
      name: 'Ann',
      role: 'user',
      emailVerified: false,
      createdAt: at('20:00'),
    });
    expect(await db.users.insert(newUser({ name: 'Other' }))).to.equal(undefined);
    expect(await db.users.find(1)).to.deep.equal(user);
    expect(await db.users.credentials('ann@example.org')).to.deep.equal({
      user,
      passwordHash: '$argon2id$',
      isActive: true,
    });
    expect(await db.users.credentials('bob@example.org')).to.equal(undefined);
  });

  it('has other accounts in the simulated world', async () => {
    await db.users.insert(newUser());
    const simulated = await open({ simulated: true, keep: true });
    expect(await simulated.users.find(1)).to.equal(undefined);
    expect((await simulated.users.insert(newUser()))?.id).to.be.greaterThan(1);
  });

  describe('tokens', () => {
    const email = 'ann@example.org';
    const token = (purpose: 'verify_email' | 'reset_password', value: string) => ({
      purpose,
      email,
      digest: digestOf(value),
      expiresAt: at('21:00'),
    });

    it('verify an address once, of many attempts at the same time', async () => {
      const user = await db.users.insert(newUser());
      expect(await db.userTokens.issue(token('verify_email', 'a'))).to.equal(true);
      const results = await Promise.all(
        Array.from({ length: 20 }, () => db.userTokens.verifyEmail(digestOf('a'), { is: 'owner' })),
      );
      expect(results.filter(Boolean)).to.deep.equal([{ ...user, emailVerified: true }]);
      expect(await db.userTokens.issue(token('verify_email', 'b'))).to.equal(false); // nothing is left to verify
    });

    it('set a password and end all sessions', async () => {
      const { id } = (await db.users.insert(newUser()))!;
      await db.sessions.start({
        userId: id,
        passwordHash: '$argon2id$',
        digest: digestOf('s'),
        expiresAt: at('22:00'),
      });
      await db.userTokens.issue(token('reset_password', 'a'));
      expect(await db.userTokens.ownerOf('reset_password', digestOf('a'))).to.include({ userId: id, email });
      expect((await db.userTokens.resetPassword(digestOf('a'), 'new'))?.id).to.equal(id);
      expect(await db.userTokens.resetPassword(digestOf('a'), 'newer')).to.equal(undefined);
      expect(await db.sessions.find(digestOf('s'))).to.equal(undefined);
      expect((await db.users.credentials(email))?.passwordHash).to.equal('new');
    });

    it('are void when they expire, after a newer one, and for another purpose', async () => {
      await db.users.insert(newUser());
      await db.userTokens.issue(token('reset_password', 'old'));
      await db.userTokens.issue(token('reset_password', 'new'));
      expect(await db.userTokens.ownerOf('reset_password', digestOf('old'))).to.equal(undefined);
      expect(await db.userTokens.verifyEmail(digestOf('new'), { is: 'owner' })).to.equal(undefined);
      time.set(at('21:00'));
      expect(await db.userTokens.resetPassword(digestOf('new'), 'x')).to.equal(undefined);
      expect(await db.userTokens.issue({ ...token('reset_password', 'x'), email: 'bob@example.org' })).to.equal(false);
    });
  });

  describe('without a confirmed address', () => {
    const from = { client: '192.0.2.1', network: '192.0.2.0/24' };
    const day = 24 * 3_600_000;
    /** An account with one of everything. */
    async function account(change: Partial<NewUser> = {}): Promise<number> {
      const { id } = (await db.users.insert(newUser({ from, ...change })))!;
      const { email } = newUser(change);
      const session = {
        userId: id,
        passwordHash: '$argon2id$',
        digest: digestOf(`s ${email}`),
        expiresAt: at('23:00'),
      };
      expect(await db.sessions.start(session)).to.equal(true);
      await db.apiKeys.insert(id, { name: 'k', prefix: 'sev_12345678', digest: digestOf(email) }, 10);
      await db.webhooks.insert(id, newWebhook(), 10);
      await db.savedLocations.insert(id, home, 10);
      return id;
    }
    const home = { name: 'x', label: null, lat: 35, lon: -97, alertsEnabled: true, minSeverity: 'Severe' as const };
    const owned = async (id: number, email = 'ann@example.org'): Promise<number[]> => [
      (await db.sessions.find(digestOf(`s ${email}`))) ? 1 : 0,
      (await db.apiKeys.ofUser(id)).length,
      (await db.webhooks.ofUser(id)).length,
      (await db.savedLocations.ofUser(id)).length,
    ];
    const issue = (purpose: 'verify_email' | 'reset_password', value: string) =>
      db.userTokens.issue({ purpose, email: 'ann@example.org', digest: digestOf(value), expiresAt: at('23:00') });

    it('share the portion of their network, until the address is confirmed', async () => {
      await account();
      await account({ email: 'bob@example.org' });
      const portion = async (email: string) => {
        const { id: _, ...rest } = (await db.apiKeys.find(digestOf(email)))!;
        return rest;
      };
      const shared = { portion: 'unconfirmed 192.0.2.0/24', isShared: true };
      expect([await portion('ann@example.org'), await portion('bob@example.org')]).to.deep.equal([shared, shared]);
      const version = await db.apiKeys.version();
      await verifyUser(db, 'ann@example.org');
      const own = { portion: await db.users.portionOf(1), isShared: false };
      expect(own.portion).to.match(/^mailbox [0-9a-f]{64}$/);
      expect(await portion('ann@example.org')).to.deep.equal(own);
      await account({ email: 'ann+2@example.org' });
      await verifyUser(db, 'ann+2@example.org');
      expect(await portion('ann+2@example.org')).to.deep.equal(own);
      expect(await portion('bob@example.org')).to.deep.equal(shared);
      expect(await db.apiKeys.version()).to.be.greaterThan(version); // processes look keys up again
    });

    it('are removed after a week, with what they own', async () => {
      const id = await account();
      time.set(new Date(at('20:00').getTime() + 7 * day));
      expect(await db.users.removeOld(time.clock())).to.equal(0);
      const version = await db.apiKeys.version();
      time.set(new Date(at('20:00').getTime() + 7 * day + 1));
      expect(await db.users.removeOld(time.clock())).to.equal(1);
      expect(await db.users.find(id)).to.equal(undefined);
      expect(await owned(id)).to.deep.equal([0, 0, 0, 0]);
      expect(await db.apiKeys.version()).to.be.greaterThan(version);
    });

    it('stay if they are of an administrator, are disabled, or were confirmed', async () => {
      const actor = { id: null, name: 'test' };
      await db.users.change(actor, await account({ email: 'ada@example.org' }), { role: 'admin' });
      await db.users.change(actor, await account({ email: 'dis@example.org' }), { isActive: false });
      await account();
      await verifyUser(db, 'ann@example.org');
      expect(await db.users.removeOld(new Date(at('20:00').getTime() + 99 * day))).to.equal(0);
    });

    it('lose what was made in them at a reset of the password, which confirms the address', async () => {
      const id = await account();
      await issue('reset_password', 'r');
      expect(await db.userTokens.resetPassword(digestOf('r'), 'new')).to.include({
        id,
        emailVerified: true,
        name: null,
      });
      expect(await owned(id)).to.deep.equal([0, 0, 0, 0]);
    });

    it('keep what was made in them when the owner confirms the address, also at a later reset', async () => {
      const id = await account();
      await issue('verify_email', 'v');
      await db.userTokens.verifyEmail(digestOf('v'), { is: 'owner' });
      expect(await owned(id)).to.deep.equal([1, 1, 1, 1]);
      await issue('reset_password', 'r');
      await db.userTokens.resetPassword(digestOf('r'), 'new');
      expect(await owned(id)).to.deep.equal([0, 1, 1, 1]);
    });

    it('keep it when somebody near the sign-up confirms, until a reset', async () => {
      const id = await account();
      await issue('verify_email', 'v');
      await db.userTokens.verifyEmail(digestOf('v'), { is: 'neighbour' });
      expect(await owned(id)).to.deep.equal([1, 1, 1, 1]);
      await issue('reset_password', 'r');
      await db.userTokens.resetPassword(digestOf('r'), 'new');
      expect(await owned(id)).to.deep.equal([0, 0, 0, 0]);
    });

    it('lose it, and the password, when a stranger to the sign-up confirms', async () => {
      const id = await account();
      await issue('verify_email', 'v');
      const user = await db.userTokens.verifyEmail(digestOf('v'), { is: 'stranger', passwordHash: 'nobody' });
      expect(user).to.include({ id, emailVerified: true });
      expect(await owned(id)).to.deep.equal([0, 0, 0, 0]);
      expect((await db.users.credentials('ann@example.org'))?.passwordHash).to.equal('nobody');
    });
  });

  describe('attempts', () => {
    const limit = { limit: 3, windowMs: 60_000 };

    it('are allowed up to the limit in any window, also at the same time', async () => {
      const waits = await Promise.all(Array.from({ length: 10 }, () => db.attempts.take('login ann', limit)));
      expect(waits.filter((wait) => wait === undefined)).to.have.length(3);
      expect(waits.filter((wait) => wait === 60_000)).to.have.length(7);
      expect(await db.attempts.take('login bob', limit)).to.equal(undefined);
      time.set(at('20:00:59.999'));
      expect(await db.attempts.take('login ann', limit)).to.equal(1);
      time.set(at('20:01'));
      expect(await db.attempts.take('login ann', limit)).to.equal(undefined);
    });

    it('are limited by every window', async () => {
      const day = { limit: 4, windowMs: 24 * 3_600_000 };
      for (let i = 0; i < 3; i++) expect(await db.attempts.take('forgot ann', limit, day)).to.equal(undefined);
      expect(await db.attempts.take('forgot ann', limit, day)).to.equal(60_000);
      time.set(at('20:01'));
      expect(await db.attempts.take('forgot ann', limit, day)).to.equal(undefined);
      time.set(at('20:05'));
      expect(await db.attempts.take('forgot ann', limit, day)).to.equal(day.windowMs - 300_000);
    });

    it('are given back one by one', async () => {
      for (let i = 0; i < 3; i++) await db.attempts.take('guess here', limit);
      await db.attempts.giveBack('guess here');
      expect(await db.attempts.take('guess here', limit)).to.equal(undefined);
      expect(await db.attempts.take('guess here', limit)).to.equal(60_000);
    });

    it('are forgotten after a success', async () => {
      for (let i = 0; i < 3; i++) await db.attempts.take('login ann', limit);
      await db.attempts.forget('login ann');
      expect(await db.attempts.take('login ann', limit)).to.equal(undefined);
    });
  });

  it('adds what is limited in one statement, so that no lock waits for a busy process', async () => {
    const connection = await testConnection();
    const own = databaseOn({ ...connection, close: async () => {} }, { simulated: false, clock: time.clock });
    await own.users.insert(newUser());
    const place = { name: 'x', label: null, lat: 35, lon: -97, alertsEnabled: true, minSeverity: 'Severe' as const };
    const sent: string[] = [];
    const note = ({ sql }: { sql: string }): void => void sent.push(sql);
    connection.knex.on('query', note);
    try {
      expect(await own.attempts.take('login ann', { limit: 3, windowMs: 60_000 })).to.equal(undefined);
      expect(await own.apiKeys.insert(1, { name: 'k', prefix: 'sev_12345678', digest: digestOf('k') }, 1)).to.include({
        id: 1,
      });
      expect(await own.savedLocations.insert(1, place, 1)).to.include({ id: 1 });
      expect(await own.webhooks.insert(1, newWebhook(), 1)).to.include({ id: 1 });
    } finally {
      connection.knex.off('query', note);
    }
    expect(sent).to.have.length(4);
  });

  describe('sessions', () => {
    it('are found by their digest until they expire or end', async () => {
      const user = (await db.users.insert(newUser()))!;
      const login = { userId: user.id, passwordHash: '$argon2id$' };
      expect(await db.sessions.start({ ...login, digest: digestOf('a'), expiresAt: at('22:00') })).to.equal(true);
      expect(await db.sessions.start({ ...login, digest: digestOf('b'), expiresAt: at('23:00') })).to.equal(true);
      expect(await db.sessions.find(digestOf('a'))).to.deep.equal({
        id: 1,
        user,
        createdAt: at('20:00'),
        renewedAt: at('20:00'),
      });
      time.set(at('22:00'));
      expect(await db.sessions.find(digestOf('a'))).to.equal(undefined);
      await db.sessions.renew(2, at('23:30'));
      time.set(at('23:15'));
      expect((await db.sessions.find(digestOf('b')))?.renewedAt).to.deep.equal(at('22:00'));
      await db.sessions.end(digestOf('b'));
      expect(await db.sessions.find(digestOf('b'))).to.equal(undefined);
      expect(await db.sessions.removeOld(at('23:00'))).to.equal(1);
    });

    it('do not start for a user who does not exist or has another password', async () => {
      const { id } = (await db.users.insert(newUser()))!;
      const login = { userId: id, passwordHash: '$argon2id$', digest: digestOf('a'), expiresAt: at('22:00') };
      expect(await db.sessions.start({ ...login, userId: 99 })).to.equal(false);
      expect(await db.sessions.start({ ...login, passwordHash: 'changed' })).to.equal(false);
    });
  });
});
