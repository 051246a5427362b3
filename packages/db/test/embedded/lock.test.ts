import { StartError } from '@severe/base';
import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock, processStart } from '../../src/embedded/lock.ts';

describe('embedded/lock', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'severe-lock-'));
    file = join(folder, 'lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const leave = (holder: object) => writeFile(file, JSON.stringify({ host: hostname(), id: 'x', ...holder }));
  const take = () => acquireLock(file, 'the directory');

  async function refusal(): Promise<string> {
    const error = await take().then(
      () => expect.fail('the lock was given'),
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(StartError);
    return (error as Error).message;
  }

  it('is given once, and again when it was given back', async () => {
    const giveBack = await take();
    expect(await refusal()).to.match(new RegExp(`^the directory is in use by process ${process.pid};`));
    await giveBack();
    expect(existsSync(file)).to.equal(false);
    await (
      await take()
    )();
  });

  it('is refused while another process holds it, and taken over when that was killed', async () => {
    const holder = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    const pid = holder.pid as number;
    await leave({ pid, startedAt: processStart(pid) });
    expect(await refusal()).to.include(`in use by process ${pid};`);
    const ended = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await ended;
    await (
      await take()
    )();
  });

  it('is taken over when the number of the process was given to another since', async () => {
    await leave({ pid: process.pid, startedAt: 'another time' });
    await (
      await take()
    )();
  });

  it('is taken over when the file is none of ours', async () => {
    for (const text of ['', 'not JSON', '{}', 'null']) {
      await writeFile(file, text);
      await (
        await take()
      )();
    }
  });

  it('is held by a process of another computer as long as that touches it', async () => {
    await leave({ pid: 1, startedAt: 'then', host: 'elsewhere' });
    expect(await refusal()).to.include('in use by process 1 on elsewhere;');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(file, longAgo, longAgo);
    await (
      await take()
    )();
  });

  it('is acquired by one of many concurrent callers, also over a stale file', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    await leave({ pid: gone, startedAt: 'then' });
    const tries = await Promise.allSettled(Array.from({ length: 8 }, take));
    const given = tries.filter((each) => each.status === 'fulfilled');
    expect(given).to.have.length(1);
    for (const each of tries) if (each.status === 'rejected') expect(each.reason).to.be.instanceOf(StartError);
    await given[0].value();
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('does not change a lease that another process has acquired', async () => {
    const giveBack = await take();
    await leave({ pid: process.ppid, startedAt: processStart(process.ppid) });
    await giveBack();
    expect(JSON.parse(await readFile(file, 'utf8'))).to.include({ pid: process.ppid });
  });
});

describe('embedded/lock, start of a process', () => {
  it('gives a process the same start each time, and two processes two', () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    try {
      const start = processStart(child.pid as number);
      expect(start)
        .to.be.a('string')
        .and.to.equal(processStart(child.pid as number));
      expect(start).to.not.equal(processStart(process.pid));
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('lists no process that has ended', () => {
    expect(processStart(spawnSync(process.execPath, ['-e', '']).pid)).to.equal(undefined);
  });
});
