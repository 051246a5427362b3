import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { freePort } from '@severe/testing/free-port';
import { requireService } from '@severe/testing/services';
import { requireTool } from '@severe/testing/tools';

const script = fileURLToPath(new URL('../../scripts/cluster.ts', import.meta.url));

/** `npm run cluster`, in a folder of its own. */
describe('npm run cluster', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'severe-cluster-'));
  const run = (...args: string[]): { status: number | null; text: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, script, ...args], {
      encoding: 'utf8',
      env: { ...process.env, SEVERE_CLUSTER_DIR: folder },
    });
    return { status, text: stdout + stderr };
  };
  after(() => {
    run('down');
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts the wanted processes behind the shipped router, shows them, and ends them', async function () {
    requireTool(this, 'nginx', 'nginx-light');
    for (const name of ['postgres', 'redis', 'minio'] as const) await requireService(this, name);
    const port = await freePort();
    const few = ['--api', '1', '--tiles', '1', '--ingest', '0', '--raster', '0', '--webhooks', '0'];
    const up = run('up', ...few, '--port', String(port));
    expect(up.text).to.include(`the cluster is at http://127.0.0.1:${port}`);
    expect(up.status).to.equal(0);
    for (const path of ['/api/v1/alerts', '/api/v1/radar/products', '/']) {
      expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).to.deep.equal([path, 200]);
    }
    expect(run('status')).to.deep.include({ status: 0 });
    expect(run('status').text).to.match(/● router at .*\n● api-1 .*ready.*\n● tiles-1 .*ready/);
    expect(run('up', ...few).text).to.include('the cluster is up at');
    expect(run('down')).to.deep.equal({ status: 0, text: 'stopped 2 processes and the router\n' });
    expect(run('status').status).to.equal(1);
  });

  it('refuses what it cannot start', () => {
    expect(run('up', '--tiles', '0')).to.deep.include({ status: 2 });
    expect(run('up', '--api', 'two').text).to.include('expected a whole number');
    expect(run('sideways').text).to.include('npm run cluster -- up');
  });
});
