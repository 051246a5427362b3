import { skipFor } from '@severe/testing/skip';
import { minioOn } from '../../scripts/services/minio.ts';
import { findProgram } from '../../scripts/services/processes.ts';
import { postgresOn } from '../../scripts/services/postgres.ts';
import { routerProgram } from '../../scripts/support/router.ts';

/** Servers that a test starts for itself, and whether they are installed. */
const servers = {
  'PostgreSQL with PostGIS': () => postgresOn(0).isInstalled(),
  Redis: () => findProgram('redis-server') !== undefined,
  MinIO: () => minioOn(0).isInstalled(),
  nginx: () => routerProgram() !== undefined,
};

/** Skips the test or the tests of the hook if a server is not installed; with `SEVERE_REQUIRE_SERVICES=1` they fail instead. */
export function requireInstalled(test: Mocha.Context, ...names: (keyof typeof servers)[]): void {
  const missing = names.filter((name) => !servers[name]());
  if (missing.length === 0) return;
  if (process.env['SEVERE_REQUIRE_SERVICES'] === '1') throw new Error(`${missing.join(' and ')} is not installed`);
  skipFor(test, `no ${missing.join(' and ')}`);
}
