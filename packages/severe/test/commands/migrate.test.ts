import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/run-command.ts';

describe('severe migrate', function () {
  this.timeout(180_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-migrate-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => runCommand(folder, 'migrate', ...args);

  it('lists the applied migrations, and reports an up-to-date database', () => {
    const first = run();
    expect(first.stdout).to.match(/^Migrations applied to the database in .*database:\n(  \d{3}-[a-z0-9-]+\n)+$/);
    expect(first.stdout).to.include('  001-frames\n  002-frame-jobs\n');
    const second = run('--json');
    expect(JSON.parse(second.stdout)).to.deep.equal({ database: `in ${join(folder, 'database')}`, migrated: [] });
    expect([first.status, second.status]).to.deep.equal([0, 0]);
  });

  it('reports in one line why it cannot migrate', () => {
    writeFileSync(join(folder, 'database'), '');
    const { status, stdout, stderr } = run();
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
    expect(stderr).to.match(
      /^severe: .*database cannot be made: a file is in its way; DATA_DIR chooses another place\n$/,
    );
  });
});
