import { execFileSync } from 'node:child_process';
import { freePort } from '@severe/testing/free-port';
import { startPeer, type Measured } from './servers.ts';

/**
 * TiTiler in one process, with the GDAL settings that its guide recommends: a block cache, and no search for sidecar files.
 * Undefined if it is not installed. `BENCH_PYTHON` names another interpreter, for example of a virtual environment.
 */
export async function startTitiler(): Promise<(Measured & { name: `TiTiler ${string}` }) | undefined> {
  const python = process.env.BENCH_PYTHON ?? 'python3';
  const version = versionOf(python);
  if (!version) return undefined;
  const port = await freePort();
  const args = ['-m', 'uvicorn', 'titiler.application.main:app', '--port', String(port), '--log-level', 'error'];
  const server = await startPeer(python, [...args, '--no-access-log'], `http://127.0.0.1:${port}`, {
    GDAL_CACHEMAX: '200',
    GDAL_DISABLE_READDIR_ON_OPEN: 'EMPTY_DIR',
  });
  return { ...server, name: `TiTiler ${version}` };
}

function versionOf(python: string): string | undefined {
  try {
    const script = 'import titiler.application as t, uvicorn; print(t.__version__)';
    return execFileSync(python, ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined; // not installed
  }
}
