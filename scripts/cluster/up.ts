import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRoles, type Role } from 'severe/roles';
import { freePort } from '@severe/testing/free-port';
import { endProcess, startDaemon, tailOf, until } from '../services/processes.ts';
import { routerArgs, routerConfig, routerProgram } from '../support/router.ts';
import { isReady } from '../support/service-process.ts';
import { needServices, storesOf } from '../support/stores.ts';
import { down } from './down.ts';
import { command, folder, logOf, pidOf, readCluster, routerPid, writeCluster, type Member } from './members.ts';
import { printMembers } from './status.ts';

export interface UpOptions {
  replicas: Record<Role, number>;
  live: boolean;
  port: number;
}

/** Roles whose requests the router distributes. */
const routed = ['api', 'tiles'] as const;
const startMs = 180_000;
const routerMs = 10_000;

/** Starts the cluster. @returns the exit code @throws {Error} something is missing, or a process does not start */
export async function up({ replicas, live, port }: UpOptions): Promise<number> {
  const running = readCluster();
  if (running?.members.some(({ name }) => pidOf(name) !== undefined))
    throw new Error(`the cluster is up at ${running.url}; npm run cluster -- down ends it`);
  for (const role of routed)
    if (replicas[role] === 0) throw new Error(`--${role} needs at least 1: the router sends requests there`);
  const nginx = routerProgram();
  if (!nginx) throw new Error('nginx is not installed; this installs it:\n    apt-get install -y nginx-light');
  await needServices();
  const env = await environment(port);
  mkdirSync(join(folder, 'cache'), { recursive: true });
  chmodSync(folder, 0o755);

  const members: Member[] = [];
  try {
    for (const role of allRoles) {
      for (let number = 1; number <= replicas[role]; number++) {
        members.push(await start(`${role}-${number}`, role, { env, live }));
      }
    }
    writeCluster({ url: `http://127.0.0.1:${port}`, members });
    await allReady(members);
    await startRouter(nginx, port, members);
  } catch (error) {
    writeCluster({ url: '', members });
    await down();
    throw error;
  }
  console.log(`the cluster is at http://127.0.0.1:${port}\n`);
  await printMembers(members);
  return 0;
}

/** Settings of every process: stores of the cluster alone, which stay when it ends. */
async function environment(port: number): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    ...(await storesOf('severe_cluster')),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    DATA_DIR: join(folder, 'data'),
  };
}

async function start(
  name: string,
  role: Role,
  { env, live }: { env: NodeJS.ProcessEnv; live: boolean },
): Promise<Member> {
  rmSync(logOf(name), { force: true });
  const [port, opsPort] = [await freePort(), await freePort()];
  const own = { ...env, PORT: String(port), OPS_PORT: String(opsPort) };
  const pid = startDaemon(command, ['start', live ? '--live' : '--demo', '--roles', role], logOf(name), own);
  return { name, pid, port, opsPort };
}

async function allReady(members: readonly Member[]): Promise<void> {
  await Promise.all(
    members.map(async ({ name, opsPort }) => {
      const ready = await until(() => isReady(`http://127.0.0.1:${opsPort}`), startMs);
      if (!ready) throw new Error(`${name} is not ready\n${tailOf(logOf(name))}`);
    }),
  );
}

async function startRouter(nginx: string, port: number, members: readonly Member[]): Promise<void> {
  const addressesOf = (role: Role): string[] =>
    members.filter(({ name }) => name.startsWith(`${role}-`)).map((member) => `127.0.0.1:${member.port}`);
  const config = routerConfig({ folder, port, api: addressesOf('api'), tiles: addressesOf('tiles') });
  writeFileSync(join(folder, 'nginx.conf'), config);
  const left = routerPid();
  if (left !== undefined) await endProcess(left);
  startDaemon(nginx, routerArgs(folder), logOf('router'));
  if (await until(() => isReady(`http://127.0.0.1:${port}`), routerMs)) return;
  throw new Error(`the router does not answer at port ${port}; --port names another\n${tailOf(logOf('router'))}`);
}
