import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@severe/testing/free-port';
import { startEdge } from '../../scripts/support/edge.ts';
import { routerProgram } from '../../scripts/support/router.ts';

/** A server in a separate process, so that its CPU time can be measured. */
export interface Measured {
  base: string;
  /** The measured process. */
  pid: number;
  /** All measured processes, if there are several. */
  pids?: number[];
  stop(): Promise<void>;
}

/** Ends servers, each once. */
export async function stopAll(servers: Iterable<Measured>): Promise<void> {
  await Promise.all(Array.from(new Set(servers), (server) => server.stop()));
}

/** A script of this folder that prints its address. */
async function startScript(name: string, argument: string): Promise<Measured> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [script, argument], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [base] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended(child, name)])) as [string];
  return { base, pid: child.pid as number, stop: () => stop(child) };
}

/** A response as a client receives it. */
export interface Recorded {
  target: string;
  /** Names and values in turn, as sent. */
  headers: string[];
  body: Buffer;
}

/** Headers that Node adds to every response itself. */
const addedByNode = new Set(['date', 'connection', 'keep-alive']);

/** Requests a path and keeps what comes, for `startBare`. */
function record(base: string, target: string): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    get(base + target, { agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${target} gave ${response.statusCode}`));
        const { rawHeaders } = response;
        const headers = rawHeaders.filter((_, i) => !addedByNode.has(rawHeaders[i - (i % 2)].toLowerCase()));
        resolve({ target, headers, body: Buffer.concat(parts) });
      });
    }).on('error', reject);
  });
}

/** The same for each path in turn. */
export async function recordAll(base: string, targets: readonly string[]): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const target of targets) recorded.push(await record(base, target));
  return recorded;
}

/** A bare `node:http` server that sends recorded responses: what Node costs without a service. */
export async function startBare(responses: readonly Recorded[], folder: string): Promise<Measured> {
  const file = join(folder, 'responses.json');
  writeFileSync(
    file,
    JSON.stringify(responses.map(({ target, headers, body }) => [target, headers, body.toString('base64')])),
  );
  return startScript('bare-process.mjs', file);
}

/** nginx with `infra/nginx.conf` before a server, with one worker as `startNginx`. Its cache is empty. */
export async function startEdgeBefore(upstream: string): Promise<Measured> {
  const edge = await startEdge(new URL(upstream).host, { workers: 1 });
  const pids = workersOf(edge.pid);
  return { base: edge.url, pid: pids[0], pids, stop: () => edge.close() };
}

/** nginx with one worker that serves files under `root`, with equivalent headers. */
export async function startNginx(root: string, folder: string): Promise<Measured> {
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, nginxConfig(root, folder, port));
  const child = spawn(routerProgram() ?? 'nginx', ['-c', config, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: 'inherit',
  });
  const base = `http://127.0.0.1:${port}`;
  await Promise.race([answers(base), ended(child, 'nginx')]);
  return { base, pid: workersOf(child.pid!)[0], stop: () => stop(child) };
}

/** The workers of nginx, without the processes that look after its cache. */
function workersOf(master: number): number[] {
  const children = readFileSync(`/proc/${master}/task/${master}/children`, 'latin1').trim().split(' ').map(Number);
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('worker process'));
}

function nginxConfig(root: string, folder: string, port: number): string {
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  types { image/png png; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=10000 inactive=10m;
  open_file_cache_valid 10m;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    add_header Cache-Control "public, max-age=604800, immutable";
    add_header Access-Control-Allow-Origin "*";
    add_header X-Request-Id $request_id;
  }
}
`;
}

/** Starts another server and waits until it responds. */
export async function startPeer(command: string, args: string[], base: string, env = {}): Promise<Measured> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore'], env: { ...process.env, ...env } });
  await Promise.race([answers(base), ended(child, command)]);
  return { base, pid: child.pid as number, stop: () => stop(child) };
}

/** On a busy machine a start takes minutes. */
const startSeconds = 300;

async function answers(base: string): Promise<void> {
  for (let i = 0; i < startSeconds * 10; i++) {
    const reply = await fetch(base).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${base} did not answer within ${startSeconds} s`);
}

async function ended(child: ChildProcess, name: string): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`${name} ended with ${code} before it answered`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
