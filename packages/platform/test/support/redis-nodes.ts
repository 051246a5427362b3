import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostAndPort } from '@severe/base';
import type { Certificate } from '@severe/testing/certificate';
import { freePort } from '@severe/testing/free-port';
import { requireTool } from '@severe/testing/tools';
import { until } from '@severe/testing/until';
import { Redis } from 'ioredis';

const host = '127.0.0.1';

/** A redis-server of a test. */
export interface Node extends HostAndPort {
  /** Its answer to a command. */
  ask: (command: string, ...args: (string | number)[]) => Promise<unknown>;
  process: ChildProcess;
}

/** Servers of a test, and where they are. */
export interface Nodes {
  nodes: Node[];
  close: () => Promise<void>;
}

/** What is special about a server. */
interface Special {
  lines?: string[];
  isSentinel?: boolean;
  password?: string;
  certificate?: Certificate;
}
type Add = (port: number, special?: Special) => Promise<Node>;

const unsaved = ["save ''", 'appendonly no'];

/** Starts servers, and ends all if one does not start. Skips the running test without redis-server. */
async function startNodes(test: Mocha.Context, start: (add: Add) => Promise<void>): Promise<Nodes> {
  requireTool(test, 'redis-server', 'redis-server');
  const folder = mkdtempSync(join(tmpdir(), 'severe-redis-'));
  const nodes: Node[] = [];
  const clients: Redis[] = [];
  const close = async (): Promise<void> => {
    for (const client of clients) client.disconnect();
    for (const { process } of nodes) await endProcess(process);
    rmSync(folder, { recursive: true });
  };
  const add: Add = async (port, { lines = [], isSentinel = false, password, certificate } = {}) => {
    const at = (name: string): string => join(folder, `${port}.${name}`);
    const secret = password === undefined ? [] : [`requirepass ${password}`];
    const listening = certificate ? secureLines(port, certificate, at) : [`port ${port}`];
    const common = [`bind ${host}`, `dir ${folder}`, ...listening, ...secret, ...(isSentinel ? [] : unsaved)];
    writeFileSync(at('conf'), [...common, ...lines].join('\n'));
    const process = spawn('redis-server', [at('conf'), ...(isSentinel ? ['--sentinel'] : [])], { stdio: 'ignore' });
    const tls = certificate && { ca: certificate.cert };
    const options = { host, port, password, tls, retryStrategy: () => 50, maxRetriesPerRequest: null };
    const client = new Redis({ ...options, enableReadyCheck: false });
    client.on('error', () => undefined);
    clients.push(client);
    const node: Node = { host, port, process, ask: (command, ...args) => client.call(command, ...args) };
    nodes.push(node);
    await node.ask('ping');
    return node;
  };
  try {
    await start(add);
  } catch (error) {
    await close();
    throw error;
  }
  return { nodes, close };
}

function secureLines(port: number, { key, cert }: Certificate, at: (name: string) => string): string[] {
  writeFileSync(at('key'), key);
  writeFileSync(at('cert'), cert);
  const files = [`tls-key-file ${at('key')}`, `tls-cert-file ${at('cert')}`, `tls-ca-cert-file ${at('cert')}`];
  return ['port 0', `tls-port ${port}`, 'tls-auth-clients no', 'tls-replication yes', 'tls-cluster yes', ...files];
}

/** Kills a server. */
export async function endProcess(process: ChildProcess): Promise<void> {
  const ended = process.exitCode === null && process.signalCode === null ? once(process, 'exit') : undefined;
  process.kill('SIGKILL');
  await ended;
}

/** One server that speaks TLS only. */
export const startSecure = (test: Mocha.Context, certificate: Certificate): Promise<Nodes> =>
  startNodes(test, async (add) => void (await add(await freePort(), { certificate })));

export const sentinelPassword = 'watching';
export const redisPassword = 'secret';

/** A master, two replicas and three Sentinels that call it `wx`, in this order. They notice its end after a second. */
export function startSentinels(test: Mocha.Context, certificate?: Certificate): Promise<Nodes> {
  return startNodes(test, async (add) => {
    const port = await freePort();
    const lines = [`masterauth ${redisPassword}`, 'repl-diskless-sync-delay 0'];
    const master = await add(port, { lines, password: redisPassword, certificate });
    for (let i = 0; i < 2; i++)
      await add(await freePort(), {
        lines: [...lines, `replicaof ${host} ${port}`],
        password: redisPassword,
        certificate,
      });
    await until(async () => String(await master.ask('info', 'replication')).includes('connected_slaves:2'));
    const watched = [
      `sentinel monitor wx ${host} ${port} 2`,
      `sentinel auth-pass wx ${redisPassword}`,
      `sentinel sentinel-pass ${sentinelPassword}`,
      'sentinel down-after-milliseconds wx 1000',
      'sentinel failover-timeout wx 4000',
    ];
    const sentinels: Node[] = [];
    for (let i = 0; i < 3; i++)
      sentinels.push(
        await add(await freePort(), { lines: watched, isSentinel: true, password: sentinelPassword, certificate }),
      );
    for (const sentinel of sentinels)
      await until(async () => {
        const [others, replicas] = [
          await sentinel.ask('sentinel', 'sentinels', 'wx'),
          await sentinel.ask('sentinel', 'replicas', 'wx'),
        ];
        return (others as unknown[]).length === 2 && (replicas as unknown[]).length === 2;
      });
  });
}

/** Three masters that share the slots, and a replica of the first one. */
export function startCluster(test: Mocha.Context, certificate?: Certificate): Promise<Nodes> {
  return startNodes(test, async (add) => {
    const nodes: Node[] = [];
    for (let i = 0; i < 4; i++) {
      const [port, bus] = [await freePort(), await freePort()];
      const own = ['cluster-enabled yes', `cluster-config-file ${port}.nodes`, `cluster-port ${bus}`];
      nodes.push(
        await add(port, { lines: [...own, 'cluster-node-timeout 1500', 'repl-diskless-sync-delay 0'], certificate }),
      );
      if (i > 0) await nodes[0].ask('cluster', 'meet', host, port, bus);
    }
    for (let i = 0; i < 3; i++) {
      const [from, to] = [i, i + 1].map((part) => Math.floor((part * 16_384) / 3));
      await nodes[i].ask('cluster', 'addslotsrange', from, to - 1);
    }
    const [first, , , replica] = nodes;
    const id = String(await first.ask('cluster', 'myid'));
    await until(async () => String(await replica.ask('cluster', 'nodes')).includes(id));
    await replica.ask('cluster', 'replicate', id);
    await until(async () => String(await replica.ask('info', 'replication')).includes('master_link_status:up'));
    for (const node of nodes)
      await until(async () => {
        const known = String(await node.ask('cluster', 'nodes')).split('\n');
        const isWhole = String(await node.ask('cluster', 'info')).includes('cluster_state:ok');
        return (
          isWhole &&
          known.filter((line) => line.includes(' connected')).length === 4 &&
          known.some((line) => line.includes('slave'))
        );
      });
  });
}
