import { cpuSeconds } from '../support/cpu.ts';
import type { Measured } from '../support/servers.ts';
import { median } from '../support/statistics.ts';
import { load } from '../support/wrk.ts';
import type { ThrowawayDatabase } from './database.ts';
import { unlessShort } from '../support/short-form.ts';

const rounds = unlessShort(3, 1);
const seconds = unlessShort(4, 1);

/** Result of one kind of request: medians of the rounds. */
export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Size of a response with its headers. */
  kib: number;
  /** CPU time of the server and of the database per response. */
  serverMs: number;
  databaseMs: number;
}

export interface LoadOptions {
  database: ThrowawayDatabase;
  folder: string;
  headers?: Record<string, string> | undefined;
  /** Default: 64. */
  connections?: number | undefined;
}

/** Maximum number of distinct paths per round. */
const maxPerRound = 10_000;

/**
 * Requests the paths in turn over several connections. If there are enough paths, every round has its own, so that no response is
 * cached from an earlier round.
 *
 * @throws {Error} if a request fails
 */
export async function loadServer(
  server: Measured,
  paths: readonly string[],
  { database, folder, headers = {}, connections = 64 }: LoadOptions,
): Promise<LoadResult> {
  const seen: LoadResult[] = [];
  for (let i = 0; i < rounds; i++) {
    const before = { server: cpuSeconds(server.pid), database: database.cpu() };
    const own = paths.length >= rounds * maxPerRound ? paths.slice(i * maxPerRound, (i + 1) * maxPerRound) : paths;
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
  const middle = (of: keyof LoadResult) => median(seen.map((one) => one[of]));
  return {
    perSecond: middle('perSecond'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    kib: middle('kib'),
    serverMs: middle('serverMs'),
    databaseMs: middle('databaseMs'),
  };
}
