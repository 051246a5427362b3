import { expect } from 'chai';
import { silentLog, StartError } from '@severe/base';
import { digestOf, type Database } from '@severe/db';
import { testDatabase } from '@severe/db/testing/database';
import { verifyUser } from '@severe/db/testing/verify-user';
import { createFirstAdmin } from '../src/first-admin.ts';

const settings = {
  adminEmail: ' Root@Example.org ',
  adminPassword: 'a long admin passphrase 91',
  passwordBlocklist: true,
};

describe('severe/first-admin', () => {
  let db: Database;
  beforeEach(async function () {
    this.timeout(60_000);
    db = await testDatabase();
  });
  afterEach(() => db?.close());

  it('creates an administrator once, with a verified address', async () => {
    await createFirstAdmin(settings, db, silentLog);
    const { user, passwordHash } = (await db.users.credentials('root@example.org'))!;
    expect(user).to.include({ role: 'admin', emailVerified: true });
    await createFirstAdmin({ ...settings, adminPassword: 'another passphrase 92' }, db, silentLog);
    await createFirstAdmin({ ...settings, adminEmail: 'other@example.org' }, db, silentLog);
    expect((await db.users.credentials('root@example.org'))!.passwordHash).to.equal(passwordHash);
    expect(await db.users.counts()).to.include({ usersTotal: 1, usersAdmin: 1 });
    expect((await db.audit.newest(5)).map(({ act, actor }) => [act, actor])).to.deep.equal([
      ['create_admin', 'ADMIN_EMAIL'],
    ]);
  });

  it('makes an existing user an administrator, with the password of the proven owner', async () => {
    await db.users.insert({ email: 'root@example.org', name: null, passwordHash: '$own$' });
    await verifyUser(db, 'root@example.org');
    await createFirstAdmin(settings, db, silentLog);
    const { user, passwordHash } = (await db.users.credentials('root@example.org'))!;
    expect([user.role, passwordHash]).to.deep.equal(['admin', '$own$']);
  });

  it('takes the account from a stranger who has signed up with the address', async () => {
    const { id } = (await db.users.insert({ email: 'root@example.org', name: 'Me', passwordHash: '$stranger$' }))!;
    await db.apiKeys.insert(id, { name: 'k', prefix: 'sev_12345678', digest: digestOf('k') }, 10);
    await createFirstAdmin(settings, db, silentLog);
    const { user, passwordHash } = (await db.users.credentials('root@example.org'))!;
    expect(user).to.include({ id, role: 'admin', name: null, emailVerified: true });
    expect(passwordHash).to.match(/^\$argon2id/);
    expect(await db.apiKeys.ofUser(id)).to.deep.equal([]);
  });

  it('does nothing without the setting, and refuses unusable ones', async () => {
    await createFirstAdmin({ ...settings, adminEmail: '', adminPassword: '' }, db, silentLog);
    expect((await db.users.counts()).usersTotal).to.equal(0);
    for (const wrong of [{ adminEmail: 'root' }, { adminPassword: 'short' }, { adminPassword: 'password123' }]) {
      const error = await createFirstAdmin({ ...settings, ...wrong }, db, silentLog).catch((reason: unknown) => reason);
      expect(error, JSON.stringify(wrong)).to.be.instanceOf(StartError);
    }
  });
});
