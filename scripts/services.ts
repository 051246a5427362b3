// `npm run services [-- start|stop|status]`: real PostgreSQL with PostGIS, Redis and MinIO on loopback, on ports of
// their own, from installed programs. Their data is in .cache/services of the checkout, or in $SEVERE_SERVICES_DIR.
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minio } from './services/minio.ts';
import { postgres } from './services/postgres.ts';
import { versionOf } from '@severe/testing/services/probe';
import { tailOf, until } from './services/processes.ts';
import { redis } from './services/redis.ts';
import type { Service } from './services/service.ts';
import { host, type ServiceName, serviceNames, services } from '@severe/testing/services/table';

const startMs = 30_000;
/** A service that another checkout started; only that one can stop it. */
const notOurs = 'started from elsewhere';
const adapters: Record<ServiceName, Service> = { postgres, redis, minio };
const root = resolve(
  process.env['SEVERE_SERVICES_DIR'] || fileURLToPath(new URL('../.cache/services', import.meta.url)),
);

/** State of a service, with a note for the user. */
interface Outcome {
  name: ServiceName;
  up: boolean;
  version: string;
  note: string;
}

async function start(name: ServiceName): Promise<Outcome> {
  const service = adapters[name];
  const folder = join(root, name);
  const running = await versionOf(name);
  if (running !== undefined) return { name, up: true, version: running, note: whose(name, 'was already running') };

  const problem = await problemBefore(name);
  if (problem) return { name, up: false, version: '', note: problem };
  try {
    mkdirSync(folder, { recursive: true });
    await service.start(folder);
    const answers = await until(async () => (await versionOf(name)) !== undefined, startMs);
    if (!answers) throw new Error(`does not respond\n${tailOf(join(folder, 'log'))}`);
  } catch (error) {
    return { name, up: false, version: '', note: (error as Error).message };
  }
  return { name, up: true, version: (await versionOf(name)) ?? '', note: 'started' };
}

async function problemBefore(name: ServiceName): Promise<string | undefined> {
  const { port, install } = services[name];
  if (!adapters[name].isInstalled()) return `is not installed; this installs it:\n    ${install}`;
  if (await isTaken(port)) return `port ${port} is in use by something else`;
  return undefined;
}

async function stop(name: ServiceName): Promise<Outcome> {
  const pid = adapters[name].pidOf(join(root, name));
  if (pid !== undefined) await adapters[name].stop(pid);
  const version = await versionOf(name);
  const note = pid === undefined ? (version === undefined ? 'was not running' : notOurs) : `stopped (process ${pid})`;
  return { name, up: version !== undefined, version: version ?? '', note };
}

async function status(name: ServiceName): Promise<Outcome> {
  const version = await versionOf(name);
  const up = version !== undefined;
  return { name, up, version: version ?? '', note: up ? whose(name, 'up') : 'not running' };
}

function whose(name: ServiceName, note: string): string {
  const pid = adapters[name].pidOf(join(root, name));
  return pid === undefined ? `${note}, ${notOurs}` : `${note} (process ${pid})`;
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect({ host, port }, () => answer(true));
    socket.on('error', () => answer(false)).on('connect', () => socket.destroy());
  });
}

function report(outcomes: Outcome[]): void {
  for (const { name, up, version, note } of outcomes) {
    const { title, port } = services[name];
    console.log(`${up ? '●' : '○'} ${title.padEnd(24)}${version.padEnd(24)}${`${host}:${port}`.padEnd(18)}${note}`);
  }
  const lines = outcomes.filter(({ up }) => up).flatMap(({ name }) => Object.entries(services[name].env));
  if (lines.length > 0) console.log(`\n${lines.map(([key, value]) => `export ${key}=${value}`).join('\n')}`);
}

const commands = { start, stop, status };
const command = process.argv[2] ?? 'start';
if (!(command in commands)) {
  console.error(`npm run services -- [${Object.keys(commands).join('|')}], got ${command}`);
  process.exit(2);
}
const outcomes = await Promise.all(serviceNames.map(commands[command as keyof typeof commands]));
report(outcomes);
process.exitCode = command === 'stop' || outcomes.every(({ up }) => up) ? 0 : 1;
