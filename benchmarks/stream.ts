import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { Client } from 'pg';
import { startDatabase } from './api/database.ts';
import { startService } from './support/service.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { peakResidentBytes, residentBytes } from './support/cpu.ts';
import { writeFrameFiles, productId, stamp } from './support/frame-files.ts';
import { publishFrame } from './support/publish-frame.ts';
import { has, inFolder } from './support/rounds.ts';
import type { Measured } from './support/servers.ts';
import { inWords, quantilesOf } from './support/statistics.ts';
import { commitEvents, delaysOf, openCrowd } from './support/stream-crowd.ts';
import { load } from './support/wrk.ts';
import { unlessShort } from './support/short-form.ts';

const clients = Number(process.env.STREAM_CLIENTS ?? unlessShort(10_000, 100));
const events = unlessShort(30, 2);
const rounds = unlessShort(4, 1);
const stuckClients = 50;

/** What ten thousand open streams cost one process, and how long an event takes to reach all of them. */
export const stream: Benchmark = {
  name: 'stream',
  question: `How long does an event take from its commit to ${clients} clients of one process?`,
  leavesOut: 'The network, TLS, and a proxy between; all clients are on this machine.',
  run: ({ shared, log }) =>
    inFolder(async (folder) => {
      if (!has('wrk')) throw new Error('wrk is not installed: apt-get install wrk');
      const database = await startDatabase(join(folder, 'postgres', 'data'));
      const db = await openDatabase(loadSettings({ DATABASE_URL: database.url }), {
        log: silentLog,
        clock: createClock(),
        simulated: false,
      });
      try {
        const paths = await publishTiles(db, folder, shared);
        const seen: Figures[] = [];
        for (let i = 0; i < rounds; i++) {
          const firstFrame = i * events;
          seen.push(await figuresOf({ db, databaseUrl: database.url, paths, folder, firstFrame, log }));
        }
        return report(seen, log);
      } finally {
        await db.close();
        await database.stop();
      }
    }),
};

interface Setting {
  db: Database;
  databaseUrl: string;
  /** Paths of the tiles that are requested beside the streams. */
  paths: string[];
  folder: string;
  /** Number of the first frame that the round announces. */
  firstFrame: number;
  log: (line: string) => void;
}

interface Figures {
  /** 99th percentile from commit to client. */
  deliveryMs: number;
  /** Most memory of the process while the streams are open. */
  megabytes: number;
  /** 99th percentile of a tile beside the streams. */
  tileMs: number;
  cutSeconds: number;
}

/** One process from its start to its end: what the engine does with memory differs between processes, not within one. */
async function figuresOf({ db, databaseUrl, paths, folder, firstFrame, log }: Setting): Promise<Figures> {
  const service = await startService(databaseUrl, join(folder, 'data'), 'api,tiles');
  const idleBytes = residentBytes(service.pid);
  const crowd = await openCrowd(service.base, clients);
  try {
    const tiles = load({ base: service.base, paths, connections: 8, seconds: events, folder });
    const commits = await commitEvents(db, firstFrame, events);
    const { p99Ms: tileMs } = await tiles;
    const delays = await delaysOf(crowd, commits);
    const bytes = peakResidentBytes(service.pid);
    await crowd.end();
    await sleep(2000);
    const cutSeconds = await cutStuckClients(service, databaseUrl);
    const at = quantilesOf(delays);
    const figures = { deliveryMs: at(0.99), megabytes: bytes / 1e6, tileMs, cutSeconds };
    log(
      `${delays.length} deliveries: median ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms; ` +
        `${(idleBytes / 1e6).toFixed(0)} MB without clients, at most ${figures.megabytes.toFixed(0)} MB with them`,
    );
    return figures;
  } finally {
    await crowd.end();
    await service.stop();
  }
}

/** Stores a frame whose tiles are requested beside the streams. @returns paths of its tiles */
async function publishTiles(db: Database, folder: string, shared: string | undefined): Promise<string[]> {
  const frame = writeFrameFiles(join(folder, 'frame'), shared);
  await publishFrame(db, frame, join(folder, 'data'));
  return frame.tiles.slice(0, 200).map((name) => `/api/v1/radar/tiles/${productId}/${name}.png?ts=${stamp}`);
}

/** Clients that do not read, and more data than the system buffers. @returns seconds until the last of them is cut */
async function cutStuckClients({ base, pid }: Measured, databaseUrl: string): Promise<number> {
  const { hostname, port } = new URL(base);
  const sockets = await Promise.all(
    Array.from({ length: stuckClients }, async () => {
      const socket: Socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
      await once(socket, 'connect');
      socket.write('GET /api/v1/stream HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data'); // its stream is open
      return socket.pause();
    }),
  );
  const before = descriptorsOf(pid);
  const startedAt = performance.now();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (let i = 0; i < 12; i++) await client.query(largeEvents);
  await client.end();
  while (descriptorsOf(pid) > before - stuckClients) {
    if (performance.now() - startedAt > 60_000) throw new Error('clients that do not read are not cut within 60 s');
    await sleep(100);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  for (const socket of sockets) socket.destroy();
  return seconds;
}

/** Four hundred events of 4 kB, as a writer would add them. */
const largeEvents = `
with next as (
  update stream_positions set number = number + 400 where not simulated returning number - 400 as number, seconds)
insert into stream_events (simulated, number, seconds, source, data, published_at)
select false, next.number + i, next.seconds, 'text',
  '{"source":"text","published_at":"2026-05-20T22:18:05Z","filler":"' || repeat('x', 3900) || '"}', now()
from next, generate_series(1, 400) as i`;

/** Open file descriptors of a process. */
function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The worst of the rounds counts: a limit holds in every process, or it does not hold. */
function report(seen: readonly Figures[], log: (line: string) => void): Measurement[] {
  const limit = (what: string, part: keyof Figures, unit: string, most: number): Measurement => {
    const values = seen.map((figures) => figures[part]);
    log(`${what}: ${inWords(values, unit)}`);
    return {
      what: `${what}, worst of ${values.length} processes`,
      value: Math.max(...values),
      unit,
      better: 'lower',
      peer: { name: 'limit', value: most },
      target: { ratio: 1, text: `at most ${most} ${unit}` },
    };
  };
  return [
    limit(`99th percentile from commit to client, ${clients} clients`, 'deliveryMs', 'ms', 500),
    limit('most memory of the process', 'megabytes', 'MB', 400),
    limit('99th percentile of a tile beside the stream, 8 connections', 'tileMs', 'ms', 10),
    limit(`until ${stuckClients} clients that do not read are cut`, 'cutSeconds', 's', 30),
  ];
}
