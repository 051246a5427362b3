import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a separate process, so that its CPU time can be measured. */
export interface Measured {
  base: string;
  /** The measured process. */
  pid: number;
  stop(): Promise<void>;
}

/** The built tile server with one frame; running from source costs 10 % more. */
export async function startTileServer(frameFolder: string): Promise<Measured> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  execFileSync('npx', ['--no-install', 'tsc', '-b', 'packages/tiles'], { cwd: root, stdio: ['ignore', 2, 2] });
  const script = fileURLToPath(new URL('tile-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, frameFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [base] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended(child, 'the tile server'),
  ])) as [string];
  return { base, pid: child.pid as number, stop: () => stop(child) };
}

/** nginx with one worker that serves files under `root`, with equivalent headers. */
export async function startNginx(root: string, folder: string): Promise<Measured> {
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, nginxConfig(root, folder, port));
  const child = spawn('nginx', ['-c', config, '-p', folder, '-e', join(folder, 'error.log')], { stdio: 'inherit' });
  const base = `http://127.0.0.1:${port}`;
  await Promise.race([answers(base), ended(child, 'nginx')]);
  const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'latin1').trim().split(' ');
  return { base, pid: Number(workers[0]), stop: () => stop(child) };
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function answers(base: string): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const reply = await fetch(base).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${base} did not answer within 30 s`);
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
