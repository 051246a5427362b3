import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../../src/index.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { newUser } from '../support/rows/new-user.ts';
import { at } from '../support/times.ts';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

onEachDatabase('db/users', (open) => {
  let db: Database;
  let now: Date;
  beforeEach(async function () {
    this.timeout(60_000);
    now = at('20:00');
    db = await open({ clock: () => now });
  });
  afterEach(() => db?.close());

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

  describe('sessions', () => {
    it('are found by their digest until they expire or end', async () => {
      const user = (await db.users.insert(newUser()))!;
      expect(await db.sessions.start(user.id, digest('a'), at('22:00'))).to.equal(true);
      expect(await db.sessions.start(user.id, digest('b'), at('23:00'))).to.equal(true);
      expect(await db.sessions.find(digest('a'))).to.deep.equal({ id: 1, user, createdAt: now, renewedAt: now });
      now = at('22:00');
      expect(await db.sessions.find(digest('a'))).to.equal(undefined);
      await db.sessions.renew(2, at('23:30'));
      now = at('23:15');
      expect((await db.sessions.find(digest('b')))?.renewedAt).to.deep.equal(at('22:00'));
      await db.sessions.end(digest('b'));
      expect(await db.sessions.find(digest('b'))).to.equal(undefined);
      expect(await db.sessions.removeOld(at('23:00'))).to.equal(1);
    });

    it('do not start for a user who does not exist', async () => {
      expect(await db.sessions.start(99, digest('a'), at('22:00'))).to.equal(false);
    });
  });
});
