import { cpuSeconds } from '../support/cpu.ts';
import type { Measured } from '../support/servers.ts';
import { median } from '../support/statistics.ts';
import { load } from '../support/wrk.ts';
import type { ThrowawayDatabase } from './database.ts';

const rounds = 3;
const seconds = 4;

/** What a kind of question cost, the middle of some rounds. */
export interface Seen {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of an answer, with its headers. */
  kib: number;
  /** CPU of the server and of the database for each answer. */
  serverMs: number;
  databaseMs: number;
}

export interface AskOptions {
  database: ThrowawayDatabase;
  folder: string;
  headers?: Record<string, string> | undefined;
  /** 64 when absent. */
  connections?: number | undefined;
}

/** A round asks for no more than so many. */
const mostOfRound = 10_000;

/**
 * Asks over some connections at once, each path in turn. Where there are enough of them every round has its own, so that no
 * answer is remembered from the one before.
 *
 * @throws {Error} where an answer is none
 */
export async function ask(
  server: Measured,
  paths: readonly string[],
  { database, folder, headers = {}, connections = 64 }: AskOptions,
): Promise<Seen> {
  const seen: Seen[] = [];
  for (let i = 0; i < rounds; i++) {
    const before = { server: cpuSeconds(server.pid), database: database.cpu() };
    const own = paths.length >= rounds * mostOfRound ? paths.slice(i * mostOfRound, (i + 1) * mostOfRound) : paths;
    const got = await load({ base: server.base, paths: own, connections, seconds, folder, headers });
    if (got.errors > 0) throw new Error(`${got.errors} of ${got.requests} requests to ${server.base} failed`);
    seen.push({
      perSecond: got.requests / got.seconds,
      p50Ms: got.p50Ms,
      p99Ms: got.p99Ms,
      kib: got.bytes / got.requests / 1024,
      serverMs: ((cpuSeconds(server.pid) - before.server) * 1000) / got.requests,
      databaseMs: ((database.cpu() - before.database) * 1000) / got.requests,
    });
  }
  const middle = (of: keyof Seen) => median(seen.map((one) => one[of]));
  return {
    perSecond: middle('perSecond'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    kib: middle('kib'),
    serverMs: middle('serverMs'),
    databaseMs: middle('databaseMs'),
  };
}
