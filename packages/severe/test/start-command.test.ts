import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { freePort } from '@severe/testing/free-port';

const command = fileURLToPath(new URL('../bin/severe.js', import.meta.url));
const streams = 1000;
const requestsPerRound = 3000;
/** In the first rounds the engine compiles what is called often, and learns from the streams how long objects live. */
const roundsBefore = 2;
const rounds = 7;

describe('bin/severe.js', function () {
  this.timeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), 'severe-command-'));
  let child: ChildProcess;
  let opsPort: number;
  let service: URL;
  const sockets: Socket[] = [];

  before(async () => {
    opsPort = await freePort();
    const stores = { DATABASE_URL: '', REDIS_URL: '', S3_ENDPOINT: '', DATA_DIR: folder };
    const limits = { RATE_LIMIT_ANONYMOUS: '1000000000', LOG_LEVEL: 'error' };
    child = spawn(command, ['start', '--live', '--roles', 'api'], {
      env: { ...process.env, ...stores, ...limits, PORT: '0', OPS_PORT: String(opsPort) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
    service = new URL(/https?:\S+/.exec(line)![0]);
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it('collects what requests leave at once, also beside a thousand live streams', async () => {
    for (let i = 0; i < streams; i++) sockets.push(await openStream(service));
    const growths: number[] = [];
    let before = 0;
    for (let i = 0; i < rounds; i++) {
      await request(requestsPerRound);
      const now = await oldBytes(opsPort);
      if (i >= roundsBefore) growths.push((now - before) / requestsPerRound);
      before = now;
    }
    // A collection of all garbage within a round makes its growth negative; most rounds have none.
    expect(
      growths.toSorted((a, b) => a - b)[growths.length >> 1],
      `old bytes per request: ${growths.join(', ')}`,
    ).to.be.lessThan(1000);
  });

  /** Requests, eight at a time, over connections that stay open. */
  async function request(count: number): Promise<void> {
    let left = count;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (left-- > 0) await (await fetch(new URL('/healthz', service))).arrayBuffer();
      }),
    );
  }
});

async function openStream({ hostname, port }: URL): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write('GET /api/v1/stream HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  return socket.resume();
}

/** Bytes of objects that only a collection of the whole heap frees. */
async function oldBytes(opsPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  return Number(/^nodejs_heap_space_size_used_bytes\{space="old"\} (\S+)$/m.exec(metrics)![1]);
}
