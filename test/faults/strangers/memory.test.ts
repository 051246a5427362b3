import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { startDatabase, type ThrowawayDatabase } from '../../../benchmarks/api/database.ts';
import { fillDatabase } from '../../../benchmarks/api/fill.ts';
import { Dice, loadTime } from '../../../benchmarks/api/world.ts';
import { fillFrames } from '../../../benchmarks/abuse/fill-frames.ts';
import { requireInstalled } from '../require-installed.ts';
import { startProcess, type ServiceProcess } from '../../../scripts/support/service-process.ts';
import { isFull } from './is-full.ts';
import { slowAnswers, type SlowAnswer } from './slow-answers.ts';

/** A few ask for what needs no data. */
const readers = isFull ? 2000 : 60;
/** Addresses of the attacker. */
const addresses = 40;
/** Requests of a connection: their answers fill every buffer on the way. */
const pipelined = 5;
const growth = 1.5;
/** Requests that fill the caches before, which have bounds of their own: readers who are slow must not need more than others. */
const warming = isFull ? 6000 : 0;

/** What the command `severe` gives its process: memory that was freed goes back. */
const asShipped = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' };

/** What somebody else asks for meanwhile, whole and without delay. */
const honest = ['/api/v1/alerts?limit=100', '/api/v1/lightning?limit=2000', '/api/v1/radar/frames'];

interface Outcome {
  ms: number;
  ok: boolean;
}

describe(`${readers} clients that read slowly`, function () {
  this.timeout(isFull ? 1_800_000 : 180_000);
  let folder: string;
  let database: ThrowawayDatabase | undefined;
  let service: ServiceProcess | undefined;
  const sockets: Socket[] = [];

  before(async function () {
    if (isFull) requireInstalled(this, 'PostgreSQL with PostGIS');
    folder = await mkdtemp(join(tmpdir(), 'severe-slow-readers-'));
    const dataDir = join(folder, 'data');
    if (isFull) {
      database = await startDatabase(join(folder, 'postgres'));
      await fillDatabase(database.url, () => undefined);
      await fillFrames(database.url, dataDir, { log: () => undefined });
    }
    service = await startProcess({
      args: ['--live', '--roles', 'api,tiles'],
      dataDir,
      env: { ...asShipped, DATABASE_URL: database?.url ?? '', SEVERE_CLOCK: loadTime.toISOString(), TRUST_PROXY: '1' },
    });
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await service?.end('SIGKILL');
    await database?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it(`memory stays below ${growth} × of the idle process, and others are answered`, async () => {
    const { url, pid, opsUrl } = service!;
    const answers = await slowAnswers(url, database !== undefined);
    const dice = new Dice(5);
    const finite = answers.filter(({ path }) => !path(dice).includes('/stream'));
    for (const { name, path, headers, method } of finite) {
      const { status, bytes } = await ask(url, path(dice), headers, method);
      expect(status, name).to.be.oneOf([200, 206, 416]);
      report(`${name}: ${status}, ${bytes} bytes`);
    }
    const started = residentMb(pid);
    await warm(url, finite);
    const alone = await askHonestly(url, 20);
    await pause(2000);
    const idle = residentMb(pid);

    let [most, open] = [idle, true];
    const isOpen = (): boolean => open;
    const watching = (async () => {
      for (; isOpen(); await pause(100)) most = Math.max(most, residentMb(pid));
    })();
    const asking = askHonestly(url, Infinity, isOpen);
    for (let i = 0; i < readers; i++) {
      sockets.push(readSlowly(url, dice, answers[i % answers.length], i));
      if (i % 20 === 19) await pause(50); // a machine that is busy with connecting serves nothing
    }
    await settled(pid);
    open = false;
    const [meanwhile] = await Promise.all([asking, watching]);
    const attacked = await askHonestly(url, 20);
    const unsent = await metric(opsUrl);

    report(
      `first answers ${Math.round(started)} MB, idle with full caches ${Math.round(idle)} MB, at most ${Math.round(most)} MB, ${(most / idle).toFixed(2)} ×; ${unsent}`,
    );
    report(
      `others alone: ${figures(alone)}; while the attack begins: ${figures(meanwhile)}; attacked: ${figures(attacked)}`,
    );
    expect([...meanwhile, ...attacked].filter(({ ok }) => !ok).length, 'failed requests of others').to.equal(0);
    expect(most / idle, `memory of ${Math.round(most)} MB beside ${Math.round(idle)} MB`).to.be.below(growth);
  });

  /** Requests an answer several times, and reads a few bytes now and then: it is slow, and not stuck. */
  function readSlowly(url: string, dice: Dice, answer: SlowAnswer, i: number): Socket {
    const { hostname, port } = new URL(url);
    const address = `203.0.113.${i % addresses}`;
    const socket = connect({ host: hostname, port: Number(port) }).pause();
    const lines = Object.entries({ Host: 'a', 'X-Forwarded-For': address, ...answer.headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const requests = Array.from(
      { length: pipelined },
      () => `${answer.method ?? 'GET'} ${answer.path(dice)} HTTP/1.1\r\n${head}\r\n`,
    );
    socket.on('error', () => undefined).on('connect', () => void socket.write(requests.join('')));
    const timer = setInterval(() => void socket.read(1), 5000);
    socket.once('close', () => clearInterval(timer));
    return socket;
  }
});

/** Asks for every kind of answer, a few at a time, as many people would who read them at once. */
async function warm(url: string, answers: SlowAnswer[]): Promise<void> {
  const dice = new Dice(9);
  let asked = 0;
  async function askOneByOne(): Promise<void> {
    while (asked < warming) {
      const { path, headers, method } = answers[asked % answers.length];
      const address = `198.51.100.${asked++ % addresses}`;
      await ask(url, path(dice), { ...headers, 'X-Forwarded-For': address }, method);
    }
  }
  await Promise.all(Array.from({ length: 6 }, askOneByOne));
}

/** Asks until all is asked, one after the other. Pauses leave most of the processor free: what works then works for the attack. */
async function askHonestly(url: string, times: number, goesOn = () => true): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let i = 0; i < times && goesOn(); i++) {
    const startedAt = performance.now();
    const { status } = await ask(url, honest[i % honest.length], {
      'X-Forwarded-For': '192.0.2.1',
      'Accept-Encoding': 'br',
    });
    const ms = performance.now() - startedAt;
    outcomes.push({ ms, ok: status === 200 });
    await pause(Math.min(2000, 20 * ms));
  }
  return outcomes;
}

function ask(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve) => {
    const call = request(url + path, { method, headers, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.on('end', () => resolve({ status: response.statusCode!, bytes }));
      response.on('error', () => resolve({ status: 0, bytes }));
    });
    call.on('error', () => resolve({ status: 0, bytes: 0 }));
    call.end();
  });
}

/** Waits until the process has little to do: all that was asked has been made. */
async function settled(pid: number): Promise<void> {
  for (let before = ticks(pid); ;) {
    await pause(1000);
    const now = ticks(pid);
    if (now - before < 25) return;
    before = now;
  }
}

/** Processor time of a process in hundredths of a second. */
function ticks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ');
  return Number(fields[13]) + Number(fields[14]);
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;
}

async function metric(opsUrl: string): Promise<string> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('severe_unsent{') || line.startsWith('severe_open_streams{'))
    .join(', ');
}

function figures(outcomes: Outcome[]): string {
  const ms = outcomes.map((outcome) => outcome.ms).sort((a, b) => a - b);
  const at = (share: number): string => `${Math.round(ms[Math.min(ms.length - 1, Math.floor(share * ms.length))])} ms`;
  return `${ms.length} requests, p50 ${at(0.5)}, p99 ${at(0.99)}, ${outcomes.filter(({ ok }) => !ok).length} failed`;
}

/** On standard error, which the suite of faults passes on. */
function report(line: string): void {
  if (isFull) process.stderr.write(`    ${line}\n`);
}
