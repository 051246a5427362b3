import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { Client } from 'pg';
import { endProcess, findProgram, ownProcess, runProgram, startDaemon, tailOf, until } from './processes.ts';
import type { Service } from './service.ts';
import { host, services } from '@severe/testing/services/table';

/** PostgreSQL refuses to run as root. It runs as the first of these users that exists. */
const unprivileged = ['postgres', 'nobody'];

/** Settings for fast creation of databases. A killed process loses nothing; a power failure may lose everything. */
const serverSettings: Record<string, string> = {
  listen_addresses: host,
  unix_socket_directories: '', // the path of a socket must be short, and a checkout may lie deep
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  log_min_messages: 'warning',
};

/** PostgreSQL with PostGIS, in a separate cluster. */
export const postgres = postgresOn(services.postgres.port);

/** The same on another port, for a run that needs its own cluster. */
export function postgresOn(port: number): Service {
  return serverOn(port, {
    makeData({ initdb }, data) {
      const made = ['--pgdata', data, '--username=severe', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
      return [initdb, [...made, '--no-sync']];
    },
    prepare,
  });
}

/** A streaming replica of a running server. */
export function replicaOf(primary: number, port: number): Service {
  return serverOn(port, {
    makeData({ basebackup }, data) {
      const of = ['--host', host, '--port', String(primary), '--username=severe'];
      const made = ['--pgdata', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
      return [basebackup, [...of, ...made]];
    },
    prepare: (at, log) => answers(log, () => inDatabase(at, 'severe', (client) => client.query('select'))),
  });
}

interface ServerKind {
  /** The command that makes the data directory. */
  makeData: (programs: Programs, data: string) => [program: string, args: string[]];
  /** Waits until it responds. */
  prepare: (port: number, log: string) => Promise<void>;
}

function serverOn(port: number, kind: ServerKind): Service {
  return {
    isInstalled: () => programs() !== undefined && hasPostgis(),

    async start(folder) {
      const found = programs() as Programs;
      const owner = process.getuid?.() === 0 ? userToBe() : undefined;
      const { data, log } = placesOf(folder, owner);
      const as = (program: string, args: string[]): [string, string[]] =>
        owner
          ? ['setpriv', [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', program, ...args]]
          : [program, args];

      if (!existsSync(join(data, 'PG_VERSION'))) {
        rmSync(data, { recursive: true, force: true }); // what an interrupted start left
        mkdirSync(data, { recursive: true, mode: 0o700 });
        if (owner) chownSync(data, owner.uid, owner.gid);
        runProgram(...as(...kind.makeData(found, data)));
      }
      const options = Object.entries({ ...serverSettings, port }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]);
      startDaemon(...as(found.postgres, ['-D', data, ...options]), log);
      await kind.prepare(port, log);
    },

    pidOf(folder) {
      return placesToLook(folder)
        .map((data) => ownProcess(join(data, 'postmaster.pid'), data))
        .find((pid) => pid !== undefined);
    },

    stop: (pid) => endProcess(pid, 'SIGINT'), // a fast shutdown: it disconnects clients and writes a checkpoint
  };
}

interface Programs {
  initdb: string;
  postgres: string;
  basebackup: string;
}

/** On Debian the server's programs are outside PATH, in one folder per version. */
function programs(): Programs | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const own = versions.map((version) => join(debian, version, 'bin'));
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...own];
  const initdb = findProgram('initdb', folders);
  const server = findProgram('postgres', folders);
  const basebackup = findProgram('pg_basebackup', [...own, ...folders]);
  return initdb && server && basebackup ? { initdb, postgres: server, basebackup } : undefined;
}

function hasPostgis(): boolean {
  const { postgres: server } = programs() as Programs;
  const config = findProgram('pg_config', [join(server, '..'), '/usr/bin']);
  const version = /\d+/.exec(runProgram(server, ['--version']))?.[0];
  const share = [`/usr/share/postgresql/${version}`, ...(config ? [runProgram(config, ['--sharedir']).trim()] : [])];
  return share.some((folder) => existsSync(join(folder, 'extension', 'postgis.control')));
}

interface Owner {
  uid: number;
  gid: number;
}

function userToBe(): Owner {
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  const owner = unprivileged.map((name) => users.get(name)).find((user) => user !== undefined);
  if (!owner) throw new Error(`PostgreSQL does not run as root, and there is no user ${unprivileged.join(' or ')}`);
  return owner;
}

/** Folder of the cluster: inside the given folder, or outside if the user cannot access it. */
function placesToLook(folder: string): string[] {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return [join(folder, 'data'), join(tmpdir(), `severe-postgres-${name}`, 'data')];
}

function placesOf(folder: string, owner: Owner | undefined): { data: string; log: string } {
  const [inside, outside] = placesToLook(folder);
  mkdirSync(join(inside, '..'), { recursive: true, mode: 0o755 });
  const enters = !owner || canEnter(join(inside, '..'), owner);
  const data = enters ? inside : outside;
  mkdirSync(join(data, '..'), { recursive: true, mode: 0o755 });
  return { data, log: join(folder, 'log') };
}

function canEnter(folder: string, { uid, gid }: Owner): boolean {
  const as = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return spawnSync('setpriv', [...as, 'test', '-x', folder]).status === 0;
}

/** Waits until the server responds; at the first start creates the database with PostGIS. */
async function prepare(port: number, log: string): Promise<void> {
  await answers(log, async () => {
    await inDatabase(port, 'postgres', async (client) => {
      const { rowCount } = await client.query(`select from pg_database where datname = 'severe'`);
      if (rowCount === 0) await client.query('create database severe');
    });
    await inDatabase(port, 'severe', (client) => client.query('create extension if not exists postgis'));
  });
}

/** Waits until work on a server succeeds. @throws {Error} with the end of its log */
async function answers(log: string, work: () => Promise<unknown>): Promise<void> {
  let problem: unknown;
  const attempt = async (): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      problem = error;
      return false;
    }
  };
  if (await until(attempt, 30_000)) return;
  throw new Error(`PostgreSQL does not respond: ${String(problem)}\n${tailOf(log)}`);
}

async function inDatabase(port: number, database: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ host, port, user: 'severe', database, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}
