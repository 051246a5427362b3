import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entriesOf, tarOf } from '../../src/embedded/tar.ts';

describe('embedded/tar', () => {
  let folder: string;
  let archive: Uint8Array;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-tar-'));
    for (const [name, bytes] of Object.entries({ empty: 0, one: 1, block: 512, more: 1025 }))
      writeFileSync(join(folder, name), 'x'.repeat(bytes));
    execFileSync('tar', ['--format=ustar', '-cf', 'all.tar', 'empty', 'one', 'block', 'more'], { cwd: folder });
    archive = readFileSync(join(folder, 'all.tar'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('reads the entries that the program tar has written', () => {
    const entries = [...entriesOf(archive)].map(({ name, blocks }) => [name, blocks.length]);
    expect(entries).to.deep.equal([
      ['empty', 512],
      ['one', 1024],
      ['block', 1024],
      ['more', 2048],
    ]);
  });

  it('writes an archive that the program tar reads', () => {
    const chosen = [...entriesOf(archive)].filter(({ name }) => name !== 'one');
    writeFileSync(join(folder, 'some.tar'), tarOf(chosen));
    const listed = execFileSync('tar', ['-tf', join(folder, 'some.tar')], { encoding: 'utf8' });
    expect(listed.trim().split('\n')).to.deep.equal(['empty', 'block', 'more']);
    expect(execFileSync('tar', ['-xOf', join(folder, 'some.tar'), 'more']).length).to.equal(1025);
  });

  it('refuses an archive that ends within an entry', () => {
    expect(() => [...entriesOf(archive.subarray(0, 3000))]).to.throw(RangeError, 'tar: the archive ends at 3000');
    expect(() => [...entriesOf(archive.subarray(0, 4000))]).to.throw(RangeError, 'tar: more ends at 4608');
  });

  it('refuses a size that is not octal', () => {
    const wrong = Uint8Array.from(archive);
    wrong[124] = 0x39; // 9
    expect(() => [...entriesOf(wrong)]).to.throw(RangeError, /the size of empty is "9/);
  });
});
