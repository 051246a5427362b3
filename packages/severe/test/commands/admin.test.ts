import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase } from '@severe/db';
import { runCommand } from '../support/run-command.ts';

describe('severe admin', function () {
  this.timeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), 'severe-admin-'));
  after(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => runCommand(folder, 'admin', ...args);

  it('makes a user an administrator, and lists it', async () => {
    const settings = loadSettings({ DATA_DIR: folder });
    const db = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: true });
    await db.users.insert({ email: 'ann@example.org', name: null, passwordHash: 'x' });
    await db.close();
    expect(run('promote', 'Ann@Example.org', '--demo').stdout).to.equal('ann@example.org is an administrator.\n');
    const { acts } = JSON.parse(run('log', '--demo', '--json').stdout) as { acts: object[] };
    expect(acts).to.have.length(1);
    expect(acts[0]).to.include({
      act: 'promote',
      actor: 'severe admin promote',
      subject: 'ann@example.org',
      user_id: 1,
    });
  });

  it('says in one line that there is no such user, of this world', () => {
    expect(run('promote', 'ann@example.org')).to.deep.equal({
      status: 2,
      stdout: '',
      stderr: 'severe: no user has the address ann@example.org; users sign up first\n',
    });
  });
});
