import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackTemplate } from '../../src/embedded/template.ts';

describe('embedded/template', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-unpack-'));
    mkdirSync(join(folder, 'from/base/1'), { recursive: true });
    mkdirSync(join(folder, 'from/empty'));
    writeFileSync(join(folder, 'from/base/1/one'), Buffer.from([0, 255, 10]));
    writeFileSync(join(folder, 'from/base/none'), '');
    execFileSync('tar', ['--format=ustar', '-czf', 'made.tgz', '-C', 'from', '.'], { cwd: folder });
  });
  after(() => rmSync(folder, { recursive: true }));

  it('writes what the program tar has packed, with empty folders', async () => {
    await unpackTemplate(join(folder, 'made.tgz'), join(folder, 'to'));
    expect(execFileSync('diff', ['-r', 'from', 'to'], { cwd: folder, encoding: 'utf8' })).to.equal('');
  });

  it('makes the folder of a file that comes without it', async () => {
    execFileSync('tar', ['--format=ustar', '-czf', 'file.tgz', '-C', 'from', 'base/1/one'], { cwd: folder });
    await unpackTemplate(join(folder, 'file.tgz'), join(folder, 'lone'));
    expect(execFileSync('diff', ['from/base/1', 'lone/base/1'], { cwd: folder, encoding: 'utf8' })).to.equal('');
  });

  it('refuses what is no archive, and writes nothing', async () => {
    writeFileSync(join(folder, 'wrong.tgz'), 'not a template');
    const refused = await unpackTemplate(join(folder, 'wrong.tgz'), join(folder, 'nothing')).catch(String);
    expect(refused).to.include('incorrect header check');
    expect(() => execFileSync('ls', [join(folder, 'nothing')], { stdio: 'ignore' })).to.throw();
  });
});
