import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startProcess } from '../../scripts/support/service-process.ts';
import { root } from '../support/imports.ts';

const run = promisify(execFile);

/** What a package of a release is for, tried where nothing else is. */
const uses: Record<string, string> = {
  '@severe/client': `const { createClient } = m; return typeof createClient({ baseUrl: 'http://127.0.0.1:1' }).get`,
  '@severe/grib2': `try { return [...m.readMessages(new Uint8Array(100))].length } catch (error) { return error.name }`,
  '@severe/nexrad': 'return typeof m.bunzip2',
  '@severe/tiff': 'return typeof m.openGeotiff',
  '@severe/netcdf': 'return typeof m.readPlanes',
};

describe('the packages of a release in an empty folder', function () {
  this.timeout(300_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'severe-packed-'));
    const packs = join(folder, 'packs');
    await mkdir(packs);
    await run('npm', ['pack', '--workspaces', '--ignore-scripts', '--pack-destination', packs], { cwd: root });
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const released = (await readdir(packs)).filter((name) => !name.startsWith('severe-testing'));
    const files = released.map((name) => join(packs, name));
    await run('npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...files], { cwd: folder }); // prettier-ignore
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('are installed as built, without sources', async () => {
    const own = join(folder, 'node_modules', '@severe');
    const names = await readdir(own);
    expect(names).to.include.members(['api', 'client', 'mcp', 'tiles', 'viewer', 'ingest']);
    for (const name of names) expect(await readdir(join(own, name)), name).to.not.include.members(['src']);
    const bundle = join(folder, 'node_modules', 'severe', 'dist', 'bundle');
    expect(await readdir(bundle)).to.include.members(['main.js', 'LICENCES.txt']);
  });

  it('run the service with its page, its lists and its tools', async () => {
    const command = join(folder, 'node_modules', '.bin', 'severe');
    const service = await startProcess({ args: [], dataDir: join(folder, 'data'), command });
    try {
      const page = await fetch(`${service.url}/`);
      expect([page.status, await page.text()]).to.satisfy(([status, text]: [number, string]) => status === 200 && text.includes('<script')); // prettier-ignore
      const health = (await (await fetch(`${service.url}/api/v1/meta/health`)).json()) as { simulated: boolean };
      expect(health.simulated).to.equal(true);
      const { stdout } = await run(join(folder, 'node_modules', '.bin', 'severe-mcp'), ['--version']);
      expect(stdout.trim()).to.match(/^\d+\.\d+\.\d+$/);
    } finally {
      expect(await service.end('SIGTERM'), service.log()).to.equal(0);
    }
  });

  for (const [name, use] of Object.entries(uses)) {
    it(`${name} works alone`, async () => {
      const program = `const m = await import('${name}'); console.log((() => { ${use} })())`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
      expect(stdout.trim()).to.match(/^(function|Grib2Error)$/);
    });
  }
});
