import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog, StartError } from '@severe/base';
import { openPlatform } from '@severe/platform';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { allUsed, useAndLeave } from './support/leaving.ts';
import { rejection } from './support/wait.ts';

describe('platform/open', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'severe-open-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('works for one process with only a folder', async () => {
    const platform = await openPlatform(loadSettings({ DATA_DIR: folder }), silentLog);
    expect(platform.shared).to.equal(false);
    await platform.objects.put('a/b', Buffer.from('x'));
    expect(existsSync(join(folder, 'objects/a/b'))).to.equal(true);
    await platform.close();
  });

  it('serves several processes if Redis is configured', async function () {
    const env = await requireService(this, 'redis');
    const platform = await openPlatform(loadSettings({ DATA_DIR: folder, ...env }), silentLog);
    expect(platform.shared).to.equal(true);
    await platform.close();
  });

  it('does not start if Redis is configured but does not respond', async () => {
    const settings = loadSettings({ DATA_DIR: folder, REDIS_URL: 'redis://127.0.0.1:1' });
    expect(await rejection(openPlatform(settings, silentLog))).to.be.instanceOf(StartError);
  });

  it('lets the process end after its close, without services', async () => {
    expect(await useAndLeave({ DATA_DIR: folder })).to.deep.equal(allUsed);
  });

  it('lets the process end after its close, with Redis and S3', async function () {
    const env = { ...(await requireService(this, 'redis')), ...(await requireService(this, 'minio')) };
    expect(await useAndLeave({ DATA_DIR: folder, ...env })).to.deep.equal(allUsed);
  });
});
