import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { freePort } from '@severe/testing/free-port';
import { until } from '@severe/testing/until';
import { commandLine } from '../support/command-line.ts';

/** On a busy machine a start takes a minute. */
const patient = { withinMs: 100_000, everyMs: 20 };

/** A start of the command, what it has said so far, and its end. */
class Start {
  readonly child: ChildProcess;
  out = '';
  err = '';
  readonly ended: Promise<number | null>;

  constructor(env: Record<string, string>, ...options: string[]) {
    this.child = spawn(process.execPath, [...commandLine, 'start', ...options], {
      env: { ...process.env, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
  }

  /** Address of the service. */
  async url(): Promise<string> {
    const place = (): string | undefined => /^severe is at (\S+)/.exec(this.out)?.[1];
    await until(() => place() ?? this.child.exitCode !== null, patient);
    return place() ?? expect.fail(`it ended: ${this.err}`);
  }
}

describe('severe start', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'severe-start-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('lists all errors in the settings and exits', async () => {
    const start = new Start({ PORT: 'many', S3_ENDPOINT: 'nowhere' });
    expect(await start.ended).to.equal(2);
    expect(start.err).to.equal(
      'severe: Invalid settings:\n' +
        '  PORT needs a whole number from 0 to 65535, got "many"\n' +
        '  S3_ENDPOINT needs a URL that begins with http:// or https://, got "nowhere"\n',
    );
  });

  it('reports a port in use in one line and does not open the data', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const start = new Start({ DATA_DIR: join(folder, 'untouched') }, '--port', String(port));
    expect(await start.ended).to.equal(2);
    expect(start.err).to.equal(`severe: port ${port} of 127.0.0.1 is in use; set another with PORT\n`);
    other.close();
  });

  it('names the setting if the machine does not have the address', async () => {
    const start = new Start({ HOST: '192.0.2.1', DATA_DIR: join(folder, 'untouched') });
    expect(await start.ended).to.equal(2);
    expect(start.err).to.equal('severe: port 0 of 192.0.2.1 cannot be used (EADDRNOTAVAIL); set another with HOST\n');
  });

  it('answers probes before the service is loaded', async () => {
    const hold = join(folder, 'hold');
    writeFileSync(hold, '');
    const preload = new URL('../support/hold-service.mjs', import.meta.url).href;
    const port = await freePort();
    const env = { DATA_DIR: join(folder, 'held'), PORT: String(port), HOLD_SERVICE: hold };
    const start = new Start({ ...env, NODE_OPTIONS: `--import=${preload}` }, '--roles', 'api');
    const statusOf = (path: string): Promise<number> =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => 0,
      );
    await until(async () => (await statusOf('/healthz')) !== 0 || start.child.exitCode !== null, patient);
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).to.deep.equal([200, 503]);
    const waiting = statusOf('/api/v1/alerts');
    rmSync(hold);
    expect(await waiting, 'a request waits for the service').to.equal(200);
    start.child.kill('SIGTERM');
    expect(await start.ended).to.equal(0);
  });

  it('names unknown roles and options that exclude each other', async () => {
    const role = new Start({}, '--roles', 'api,cook');
    expect(await role.ended).to.equal(1);
    expect(role.err).to.include('cook: roles are api, tiles, ingest, raster, webhooks');
    const both = new Start({}, '--demo', '--live');
    expect(await both.ended).to.equal(2);
    expect(both.err).to.equal('severe: --demo and --live exclude each other\n');
  });

  describe('on a data directory', () => {
    let first: Start;
    after(() => first?.child.kill('SIGKILL'));

    it('prints its address first, and that its weather is simulated', async () => {
      first = new Start({ DATA_DIR: folder }, '--roles', 'api,tiles');
      expect((await fetch(`${await first.url()}/readyz`)).status).to.equal(200);
      expect(first.out)
        .to.match(/^severe is at http:\/\/127\.0\.0\.1:\d+\n/)
        .and.include('SIMULATED');
    });

    it('refuses a second process in one line', async () => {
      const second = new Start({ DATA_DIR: folder });
      expect(await second.ended).to.equal(2);
      expect(second.err).to.match(new RegExp(`^severe: .* in use by process ${first.child.pid}.*\n$`));
    });

    it('stops on a signal and unlocks the directory', async () => {
      first.child.kill('SIGTERM');
      expect(await first.ended).to.equal(0);
      const next = new Start({ DATA_DIR: folder }, '--roles', 'api', '--live');
      expect((await fetch(`${await next.url()}/api/v1/meta/health`)).status).to.equal(200);
      expect(next.out).to.not.include('SIMULATED');
      next.child.kill('SIGINT');
      await until(async () => (await fetch(`${await next.url()}/readyz`)).status === 503, patient);
      const { status, headers } = await fetch(`${await next.url()}/api/v1/meta/health`);
      expect([status, headers.get('connection')], 'while it drains').to.deep.equal([200, 'close']);
      expect(await next.ended).to.equal(0);
    });

    it('stops on a signal while it starts', async () => {
      const own = join(folder, 'fresh');
      const start = new Start({ DATA_DIR: own });
      await until(() => existsSync(own), patient);
      start.child.kill('SIGTERM');
      expect(await start.ended).to.equal(0);
      expect(start.err).to.equal('');
      const next = new Start({ DATA_DIR: own }, '--roles', 'api');
      await next.url();
      next.child.kill('SIGTERM');
      expect(await next.ended).to.equal(0);
    });

    it('ends at once on a second signal', async () => {
      const start = new Start({ DATA_DIR: folder, DRAIN_SECONDS: '600' }, '--roles', 'api');
      const url = await start.url();
      start.child.kill('SIGTERM');
      await until(async () => (await fetch(`${url}/readyz`)).status === 503, patient);
      const signal = (): boolean => start.child.exitCode !== null || !start.child.kill('SIGTERM');
      await until(signal, { ...patient, everyMs: 100 });
      expect(await start.ended).to.equal(1);
    });

    it('takes a signal that comes twice at once as one', async () => {
      const start = new Start({ DATA_DIR: folder }, '--roles', 'api');
      await start.url();
      start.child.kill('SIGINT');
      await pause(5);
      start.child.kill('SIGINT');
      expect(await start.ended).to.equal(0);
    });

    it('stops cleanly when its terminal closes', async () => {
      const start = new Start({ DATA_DIR: folder }, '--roles', 'api');
      await start.url();
      start.child.kill('SIGHUP');
      expect(await start.ended).to.equal(0);
    });
  });
});
