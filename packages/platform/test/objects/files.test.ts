import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { openFiles } from '../../src/objects/files.ts';
import { rejection } from '../support/wait.ts';
import { objectsContract } from './contract.ts';

describe('platform/objects/files', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'severe-files-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  describe('fulfils the contract', () => objectsContract(() => openFiles(join(folder, 'contract/objects'))));

  it('stores an object at its key, and no other files', async () => {
    const root = join(folder, 'plain');
    const objects = await openFiles(root);
    await objects.put('radar/a/x.png', Buffer.from('x'));
    expect(readdirSync(root, { recursive: true })).to.have.members([
      'radar',
      'radar/a',
      'radar/a/x.png',
      '~unfinished',
    ]);
    await objects.delete(['radar/a/x.png']);
    expect(readdirSync(root)).to.deep.equal(['~unfinished']);
  });

  it('lets only its owner into folders that it creates', async () => {
    await openFiles(join(folder, 'data/objects'));
    expect(['data', 'data/objects'].map((path) => statSync(join(folder, path)).mode & 0o777)).to.deep.equal([
      0o700, 0o700,
    ]);
  });

  it('stores objects while their empty folder is being removed', async () => {
    const objects = await openFiles(join(folder, 'race'));
    for (let round = 0; round < 100; round++) {
      await objects.put('a/b/old', Buffer.from('old'));
      await Promise.all([objects.delete(['a/b/old']), objects.put('a/b/new', Buffer.from('new'))]);
      expect((await objects.get('a/b/new'))?.toString()).to.equal('new');
      await objects.delete(['a/b/new']);
    }
  });

  it('removes incomplete files of killed processes at startup, but no files being written', async () => {
    const unfinished = join(folder, 'stale/~unfinished');
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'old'), 'half');
    writeFileSync(join(unfinished, 'fresh'), 'half');
    utimesSync(join(unfinished, 'old'), new Date(), new Date(Date.now() - 2 * 3_600_000));
    await openFiles(join(folder, 'stale'));
    expect(readdirSync(unfinished)).to.deep.equal(['fresh']);
  });

  it('states in one line why it cannot start', async () => {
    writeFileSync(join(folder, 'file'), '');
    const error = await rejection(openFiles(join(folder, 'file/objects')));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.match(/^The object store cannot be opened: .*file\/objects is a file \(ENOTDIR\)$/);
  });

  it('refuses a key below another object', async () => {
    const objects = await openFiles(join(folder, 'below'));
    await objects.put('a', Buffer.from('a'));
    const error = await rejection(objects.put('a/b', Buffer.from('b')));
    expect(error).to.be.instanceOf(UpstreamError);
    expect(error.message).to.contain('should be a folder');
    expect((await objects.get('a'))?.toString()).to.equal('a');
  });

  it('detects that its folder is missing', async () => {
    const objects = await openFiles(join(folder, 'gone'));
    rmSync(join(folder, 'gone'), { recursive: true });
    expect(await rejection(objects.ping())).to.be.instanceOf(UpstreamError);
  });

  it('calls no object absent while its folder is missing', async () => {
    const root = join(folder, 'away');
    const objects = await openFiles(root);
    await objects.put('a', Buffer.from('a'));
    renameSync(root, `${root}-for-a-while`);
    for (const read of [objects.get('a'), objects.head('a'), objects.getRange('a', 0, 1)]) {
      expect(await rejection(read)).to.be.instanceOf(UpstreamError);
    }
    renameSync(`${root}-for-a-while`, root);
    expect((await objects.get('a'))?.toString()).to.equal('a');
    expect(await objects.get('b')).to.equal(undefined);
  });

  it('reports a full disk, and does not change the existing object', async function () {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]).status === 0;
    if (!mounted) this.skip(); // only root can make a small disk
    try {
      const objects = await openFiles(disk);
      await objects.put('x', Buffer.from('small'));
      const error = await rejection(objects.put('x', Buffer.alloc(1_000_000)));
      expect(error).to.be.instanceOf(UpstreamError);
      expect(error.message).to.equal(`no space is left on the disk of ${disk} (ENOSPC)`);
      expect((await objects.get('x'))?.toString()).to.equal('small');
      expect(readdirSync(join(disk, '~unfinished'))).to.deep.equal([]);
    } finally {
      spawnSync('umount', [disk]);
    }
    expect(existsSync(join(disk, 'x'))).to.equal(false);
  });
});
