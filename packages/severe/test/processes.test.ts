import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { freePort } from '@severe/testing/free-port';
import { requireService } from '@severe/testing/services';
import { until } from '@severe/testing/until';
import { joinMetrics } from '../src/processes/ops.ts';
import { commandLine } from './support/command-line.ts';

const patient = { withinMs: 120_000, everyMs: 200 };

describe('several processes on one port', function () {
  this.timeout(300_000);
  let folder: string;
  let child: ChildProcess;
  let said: Promise<string>;
  let url: string;
  let opsUrl: string;

  before(async function () {
    const stores = { ...(await requireService(this, 'postgres')), ...(await requireService(this, 'redis')) };
    folder = await mkdtemp(join(tmpdir(), 'severe-processes-'));
    opsUrl = `http://127.0.0.1:${await freePort()}`;
    const limits = { RATE_LIMIT_ANONYMOUS: '1000000000', DRAIN_SECONDS: '2', LOG_LEVEL: 'error' };
    child = spawn(process.execPath, [...commandLine, 'start', '--live', '--roles', 'api,tiles', '--processes', '2'], {
      env: { ...process.env, ...stores, ...limits, DATA_DIR: folder, PORT: '0', OPS_PORT: new URL(opsUrl).port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    said = text(child.stderr!);
    const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
    url = /https?:\S+/.exec(line)![0];
  });
  after(async () => {
    child?.kill('SIGKILL');
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const metric = async (pattern: RegExp): Promise<string[]> => {
    const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
    return Array.from(metrics.matchAll(pattern), ([, value]) => value);
  };
  /** Number of the system for each process. */
  const isWhole = async (): Promise<boolean> => (await fetch(`${opsUrl}/readyz`)).ok;
  const startTimes = () => metric(/^process_start_time_seconds\{process="\d"\} (\S+)$/gm);

  it('serve connections in turn, with one address for probes and for the metrics of each', async () => {
    const counts = () => metric(/^severe_http_requests_total\{.*meta\/sources.*process="\d"\} (\d+)$/gm);
    const sum = (of: string[]): number => of.reduce((total, count) => total + Number(count), 0);
    const before = sum(await counts());
    for (let i = 0; i < 12; i++) expect((await ask(new Agent())).statusCode).to.equal(200);
    const after = await counts();
    expect(after).to.have.lengthOf(2);
    expect(sum(after) - before).to.equal(12);
    expect(await (await fetch(`${opsUrl}/readyz`)).json())
      .to.have.property('processes')
      .with.lengthOf(2);
    expect((await fetch(`${url}/healthz`)).status).to.equal(200);
  });

  it('are replaced one after another by SIGUSR2, and no request fails', async () => {
    const before = await startTimes();
    const over = new AbortController();
    const failures: string[] = [];
    let answered = 0;
    const client = async (): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!over.signal.aborted) {
        await ask(agent).then(
          ({ statusCode }) => void (statusCode === 200 ? answered++ : failures.push(String(statusCode))),
          (error: unknown) => void failures.push(String(error)),
        );
        await pause(20);
      }
      agent.destroy();
    };
    const clients = Array.from({ length: 6 }, client);
    child.kill('SIGUSR2');
    const areNew = async (): Promise<true | undefined> => {
      const now = await startTimes();
      return (now.length === 2 && now.every((time) => !before.includes(time))) || undefined;
    };
    await until(areNew, patient);
    await pause(3000); // the last one drains
    over.abort();
    await Promise.all(clients);
    expect(failures).to.deep.equal([]);
    expect(answered).to.be.above(100);
  });

  it('are started again when one of them dies', async () => {
    const before = await startTimes();
    const [pid] = await childrenOf(child.pid!);
    process.kill(pid, 'SIGKILL');
    await until(async () => !(await isWhole()) || undefined, patient);
    await until(async () => (await isWhole()) || undefined, patient);
    expect((await startTimes()).filter((time) => before.includes(time))).to.have.lengthOf(1);
  });

  it('end with their primary, with its exit code 0', async () => {
    const children = await childrenOf(child.pid!);
    expect(children).to.have.lengthOf(2);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
    for (const pid of children) expect(() => process.kill(pid, 0)).to.throw('ESRCH');
    expect(await said).to.match(/"process":1,.*a process has ended, and is started again|"process":2,.*started again/);
  });

  /** A request, with the connections of an agent; the body is read. */
  function ask(agent: Agent): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = get(`${url}/api/v1/meta/sources`, { agent }, (response) => {
        response.resume().once('end', () => resolve(response)).once('error', reject); // prettier-ignore
      });
      request.once('error', reject);
    });
  }
});

describe('joinMetrics', () => {
  it('has one group for each metric, as other readers of the format need it', () => {
    const of = (process: number) =>
      `# HELP a All.\n# TYPE a counter\na{process="${process}"} ${process}\n\n# HELP b Some.\n# TYPE b gauge\nb{process="${process}"} 7\n`;
    expect(joinMetrics([of(1), of(2)])).to.equal(
      '# HELP a All.\n# TYPE a counter\na{process="1"} 1\na{process="2"} 2\n\n# HELP b Some.\n# TYPE b gauge\nb{process="1"} 7\nb{process="2"} 7\n',
    );
    expect(joinMetrics([])).to.equal('');
  });
});

describe('`--processes`', function () {
  this.timeout(60_000);

  for (const [args, env, problem, code] of [
    [['--processes', '2'], {}, 'DATABASE_URL and REDIS_URL', 2],
    [
      ['--processes', '2', '--roles', 'raster'],
      { DATABASE_URL: 'postgres://db/x', REDIS_URL: 'redis://r' },
      'the role api or tiles',
      2,
    ],
    [['--processes', '0'], {}, 'a whole number from 1', 1],
    [['--processes', '2', '--record', '/nowhere'], {}, 'one process plays or writes', 2],
  ] as [string[], Record<string, string>, string, number][]) {
    it(`refuses ${args.join(' ')} in a line, with exit code ${code}`, async () => {
      const child = spawn(process.execPath, [...commandLine, 'start', ...args], {
        env: { ...process.env, DATABASE_URL: '', REDIS_URL: '', ...env, PORT: '0', OPS_PORT: '0' },
      });
      const said = text(child.stderr);
      expect((await once(child, 'exit'))[0]).to.equal(code);
      expect((await said).trimEnd().split('\n')).to.have.lengthOf(1);
      expect(await said).to.include(problem);
    });
  }
});

/** Processes that another one has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const child = spawn('pgrep', ['-P', String(pid), '-f', 'main\\.[jt]s']);
  return (await text(child.stdout)).trim().split('\n').filter(Boolean).map(Number);
}
