import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@severe/testing/free-port';
import { until } from '@severe/testing/until';
import { routerArgs, routerConfig, routerProgram, type RouterAddresses } from './router.ts';

/** nginx with the shipped configuration, in its own folder. */
export interface Edge {
  url: string;
  /** Process id of the master. */
  pid: number;
  /** The key of every cached response. */
  cachedKeys: () => string[];
  /** Its logs. */
  logged: () => string;
  /** Bytes of its temporary files. */
  temporaryBytes: () => number;
  close: () => Promise<void>;
}

type Apart = Pick<RouterAddresses, 'api' | 'tiles'>;

export interface EdgeOptions {
  /** Number of its workers; default: as shipped. */
  workers?: number;
  /** `host:port` of the server that knows the names of the replicas, if they have no addresses. */
  resolver?: string;
}

/**
 * Starts nginx with `infra/nginx.conf`. Only addresses and folders are replaced.
 *
 * @param upstreams `host:port` of each replica of the origin, as API and as tile server or apart
 */
export async function startEdge(
  upstreams: string | readonly string[] | Apart,
  { workers, resolver }: EdgeOptions = {},
): Promise<Edge> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-edge-'));
  await chmod(folder, 0o755); // workers run as another user if root starts nginx
  await mkdir(join(folder, 'cache'));
  const port = await freePort();
  const origins = areApart(upstreams) ? upstreams : { api: [upstreams].flat(), tiles: [upstreams].flat() };
  const config = routerConfig({ folder, port, ...origins, resolver });
  const ofWorkers =
    workers === undefined ? config : config.replace(/worker_processes \d+/, `worker_processes ${workers}`);
  await writeFile(join(folder, 'nginx.conf'), ofWorkers);
  const child = spawn(routerProgram() ?? 'nginx', routerArgs(folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const ended = once(child, 'exit');
  const endWithParent = (): void => void child.kill('SIGTERM');
  process.once('exit', endWithParent);
  void ended.then(() => process.off('exit', endWithParent));
  const url = `http://127.0.0.1:${port}`;
  const answers = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => child.exitCode !== null,
    );
  await until(answers, { everyMs: 50 });
  if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
  return {
    url,
    pid: child.pid!,
    cachedKeys: () => filesUnder(join(folder, 'cache')).map(keyOf),
    logged: () => ['access.log', 'error.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join(''),
    temporaryBytes: () =>
      ['proxied', 'client-bodies'].flatMap((name) => filesUnder(join(folder, name))).reduce(sizeWith, 0),
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function areApart(upstreams: string | readonly string[] | Apart): upstreams is Apart {
  return typeof upstreams === 'object' && 'api' in upstreams;
}

/** A cached file names its key in a line of its head. */
function keyOf(file: string): string {
  return /\nKEY: (.*)\n/.exec(readFileSync(file, 'latin1'))![1];
}

function sizeWith(sum: number, path: string): number {
  return sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}
