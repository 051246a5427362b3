import { spawnSync } from 'node:child_process';
import { freePort } from '@severe/testing/free-port';
import { has } from './rounds.ts';
import { startPeer, type Measured } from './servers.ts';

/** A server of go-pmtiles. */
interface PmtilesServer extends Measured {
  name: `go-pmtiles${string}`;
  /** @param tile `z/x/y` */
  pathOf: (tile: string) => string;
}

const program = process.env.BENCH_PMTILES ?? 'pmtiles';
const cacheMb = 512;

/**
 * go-pmtiles with the archive `tiles.pmtiles` of a folder, and room in its cache for all of it. It asks the system for each tile, and
 * is the server that the format names first.
 *
 * @returns undefined if it is not installed. `BENCH_PMTILES` names another program
 */
export async function startPmtiles(folder: string): Promise<PmtilesServer | undefined> {
  if (!has(program)) return undefined;
  const port = await freePort();
  const options = ['--port', `${port}`, '--interface', '127.0.0.1', '--cache-size', `${cacheMb}`];
  const server = await startPeer(program, ['serve', folder, ...options], `http://127.0.0.1:${port}`);
  return { ...server, name: `go-pmtiles${versionOf()}`, pathOf: (tile) => `/tiles/${tile}.png` };
}

/** After a space; a program that was built without a version has none. */
function versionOf(): string {
  const { stdout } = spawnSync(program, ['version'], { encoding: 'utf8' });
  const [version] = /\d+\.\d+\.\d+/.exec(stdout) ?? [];
  return version ? ` ${version}` : '';
}
