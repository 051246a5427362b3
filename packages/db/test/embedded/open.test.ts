import { silentLog, StartError } from '@severe/base';
import { expect } from 'chai';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbedded } from '../../src/embedded/open.ts';
import { engineVersions } from '../../src/embedded/made-files.ts';
import { templateFile } from '../../src/embedded/template.ts';
import { migrations } from '../../src/migrations/index.ts';

const script = fileURLToPath(new URL('../support/open-and-insert.ts', import.meta.url));

describe('embedded/open', function () {
  this.timeout(120_000);
  let folder: string;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'severe-open-'));
  });
  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) await end('SIGKILL');
    child = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a process on the folder; its lines come one by one. */
  function start(first?: number): AsyncIterator<string> {
    const args = [...process.execArgv, script, folder, ...(first === undefined ? [] : [`${first}`])];
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    return createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(child!, 'exit');
    child!.kill(signal);
    await ended;
  }
  const framesIn = async (dataDir: string) => {
    const { knex, close } = await openEmbedded(dataDir, silentLog);
    const { rows } = await knex.raw<{ rows: { n: string }[] }>(
      'select tiles_bytes as n from frames order by tiles_bytes',
    );
    await close();
    return rows.map(({ n }) => Number(n));
  };
  const refusal = async (dataDir: string): Promise<string> => {
    const error = await openEmbedded(dataDir, silentLog).then(
      () => expect.fail('it opened'),
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(StartError);
    return (error as Error).message;
  };

  it('keeps every acknowledged row when its process is killed, round after round', async () => {
    let acknowledged = -1;
    for (const count of [60, 25]) {
      const lines = start(acknowledged + 1);
      expect((await lines.next()).value).to.equal('open');
      for (let i = 0; i < count; i++) acknowledged = Number((await lines.next()).value);
      await end('SIGKILL');
      // What it told after our last reading counts as well.
      for (let line = await lines.next(); !line.done; line = await lines.next()) acknowledged = Number(line.value);

      const found = await framesIn(folder);
      expect(found.length).to.be.within(acknowledged + 1, acknowledged + 2); // one more may have been under way
      expect(found.slice(0, acknowledged + 1)).to.deep.equal(Array.from({ length: acknowledged + 1 }, (_, n) => n));
      acknowledged = found.length - 1;
    }
  });

  it('is refused to a second process, which names the first', async () => {
    const lines = start();
    expect((await lines.next()).value).to.equal('open');
    const owner = child!.pid;
    expect(await refusal(folder)).to.equal(
      `${join(folder, 'database')} is in use by process ${owner}; stop it, or choose another DATA_DIR`,
    );
    await end('SIGTERM');
    expect(await framesIn(folder)).to.deep.equal([]);
  });

  it('lists the migrations of a new database, none the next time, and leaves no lock or socket', async () => {
    for (const names of [migrations.map(({ name }) => name), []]) {
      const { migrated, close } = await openEmbedded(folder, silentLog);
      expect(await readdir(join(folder, 'database'))).to.include.members(['lock', '.s.PGSQL.5432']);
      await close();
      expect(migrated).to.deep.equal(names);
      expect((await readdir(join(folder, 'database'))).sort()).to.deep.equal(['cluster', 'made.json']);
    }
  });

  it('makes anew what was never finished', async () => {
    await mkdir(join(folder, 'database', 'cluster'), { recursive: true });
    await writeFile(join(folder, 'database', 'cluster', 'PG_VERSION'), 'half');
    expect(await framesIn(folder)).to.deep.equal([]);
    const made = JSON.parse(await readFile(join(folder, 'database', 'made.json'), 'utf8'));
    expect(made).to.deep.equal(await engineVersions());
  });

  it('keeps a cluster if it cannot determine whether its setup finished', async () => {
    const cluster = join(folder, 'database', 'cluster', 'PG_VERSION');
    await mkdir(join(cluster, '..'), { recursive: true });
    await writeFile(cluster, '18');
    await mkdir(join(folder, 'database', 'made.json')); // cannot be read
    expect(await refusal(folder)).to.include('does not start: EISDIR');
    expect(await readFile(cluster, 'utf8')).to.equal('18');
  });

  it('is prepared by the build: a template of new databases and a map of symbols', async () => {
    const template = templateFile(await engineVersions(), JSON.stringify(migrations));
    expect((await stat(template)).size).to.be.greaterThan(1e6);
    const engine = createRequire(import.meta.url)
      .resolve('@electric-sql/pglite')
      .replace(/\.cjs$/, '.js');
    expect(await readFile(engine, 'utf8')).not.to.include('Object.keys(_.exports).indexOf(');
  });

  it('does without a template that is of no use, and keeps the one that it makes', async () => {
    const template = join(folder, 'kept', 'template.tgz');
    await mkdir(join(template, '..'));
    await writeFile(template, 'not a template');
    await (await openEmbedded(join(folder, 'a'), silentLog, { template })).close();
    const kept = await readFile(template);
    expect(kept.length).to.be.greaterThan(1_000_000);

    await (await openEmbedded(join(folder, 'b'), silentLog, { template })).close();
    expect((await readFile(template)).equals(kept), 'it was of use, and stayed').to.equal(true);
  });

  it('refuses a cluster that another engine made', async () => {
    await mkdir(join(folder, 'database'));
    await writeFile(join(folder, 'database', 'made.json'), JSON.stringify({ pglite: '0.4.1', postgis: '0.1.0' }));
    expect(await refusal(folder)).to.include('was made by PGlite 0.4.1, this is ');
  });

  it('finds another place for its socket where the path is too long for one', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    expect(await framesIn(deep)).to.deep.equal([]);
  });

  it('reports in one line an existing file, a read-only folder and a full disk', async function () {
    await writeFile(join(folder, 'file'), '');
    expect(await refusal(join(folder, 'file'))).to.equal(
      `${join(folder, 'file', 'database')} cannot be made: a file is in its way; DATA_DIR chooses another place`,
    );
    if (process.platform === 'linux') expect(await refusal('/proc/severe')).to.include('/proc/severe/database ');
    const small = join(folder, 'small');
    await mkdir(small);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'severe-test', small]).status !== 0) return;
    try {
      expect(await refusal(small)).to.match(/has [78] MB free, the embedded database needs 256$/);
      spawnSync('mount', ['-o', 'remount,ro', small]);
      expect(await refusal(small)).to.include('is on a read-only disk');
    } finally {
      spawnSync('umount', [small]);
    }
  });
});
