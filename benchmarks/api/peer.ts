import { execFileSync } from 'node:child_process';
import { freePort } from '@severe/testing/free-port';
import { startPeer, type Measured } from '../support/servers.ts';
import type { Box } from './questions.ts';

/** Another server of the same table, and its path for alerts in a box. */
export interface Peer extends Measured {
  name: string;
  pathOf: (box: Box) => string;
}

/**
 * TiPg serves PostGIS tables as OGC API Features; undefined if it is not installed. Requests are for active alerts whose polygon
 * intersects the box, at most 100: TiPg does not know zones. `BENCH_PYTHON` names another interpreter, for example of a
 * virtual environment.
 */
export async function startTipg(databaseUrl: string): Promise<Peer | undefined> {
  const python = process.env.BENCH_PYTHON ?? 'python3';
  const version = versionOf(python);
  if (!version) return undefined;
  const port = await freePort();
  const args = ['-m', 'uvicorn', 'tipg.main:app', '--port', String(port), '--log-level', 'error', '--no-access-log'];
  const server = await startPeer(python, args, `http://127.0.0.1:${port}`, {
    DATABASE_URL: databaseUrl.replace('postgres:', 'postgresql:'),
    TIPG_DB_TABLES: '["public.alerts"]',
  });
  const path = '/collections/public.alerts/items?f=geojson&limit=100&geom-column=polygon&status=active';
  return { ...server, name: `TiPg ${version}`, pathOf: (box) => `${path}&bbox=${box.join(',')}` };
}

function versionOf(python: string): string | undefined {
  try {
    const script = 'import tipg, tipg.main, uvicorn; print(tipg.__version__)';
    return execFileSync(python, ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined; // not installed
  }
}
