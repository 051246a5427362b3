import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { endProcess, findProgram, ownProcess, startDaemon, tailOf, until } from '../../scripts/services/processes.ts';

describe('scripts/services/processes', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'severe-processes-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('finds a program in the first folder that has it, and ignores folders and files that are not executable', () => {
    for (const name of ['plain', 'folder', 'right', 'late']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'plain/tool'), '');
    mkdirSync(join(folder, 'folder/tool'));
    for (const name of ['right', 'late']) {
      writeFileSync(join(folder, name, 'tool'), '#!/bin/sh\n');
      chmodSync(join(folder, name, 'tool'), 0o755);
    }
    const folders = ['absent', 'plain', 'folder', 'right', 'late'].map((name) => join(folder, name));
    expect(findProgram('tool', folders)).to.equal(join(folder, 'right/tool'));
    expect(findProgram('tool', folders.slice(0, 3))).to.equal(undefined);
  });

  it('recognises its daemon and ends it', async () => {
    const script = join(folder, 'daemon.js');
    const stubborn = `process.on('SIGTERM', () => (console.log('ending'), process.exit()));
      setInterval(() => {}, 1000); console.log('up');`;
    writeFileSync(script, stubborn);
    const log = join(folder, 'log');
    const pid = startDaemon(process.execPath, [script], log);
    writeFileSync(join(folder, 'pid'), `${pid}\nmore lines\n`);
    expect(await until(() => tailOf(log) === 'up', 10_000)).to.equal(true);

    expect(ownProcess(join(folder, 'pid'), script)).to.equal(pid);
    expect(ownProcess(join(folder, 'pid'), '/another/daemon.js'), 'a stranger').to.equal(undefined);
    expect(ownProcess(join(folder, 'absent'), script)).to.equal(undefined);

    await endProcess(pid);
    expect(tailOf(log)).to.equal('up\nending');
    expect(ownProcess(join(folder, 'pid'), script)).to.equal(undefined);
    expect(existsSync(`/proc/${pid}`)).to.equal(false);
  });
});
