// `npm run cluster -- up [--api N] [--tiles N] [--ingest N] [--raster N] [--webhooks N] [--live]`, `down`, `status`: the service as
// processes, one for each replica of a role, on the services of `npm run services`, behind `infra/nginx.conf`. All of it on loopback.
import { parseArgs } from 'node:util';
import { allRoles, type Role } from 'severe/roles';
import { down } from './cluster/down.ts';
import { status } from './cluster/status.ts';
import { up } from './cluster/up.ts';

const usage = `npm run cluster -- up ${allRoles.map((role) => `[--${role} N]`).join(' ')} [--live] [--port N] | down | status`;
const defaults: Record<Role, number> = { api: 2, tiles: 2, ingest: 1, raster: 1, webhooks: 1 };
const mostReplicas = 32;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries(allRoles.map((role) => [role, { type: 'string' as const }])),
      live: { type: 'boolean' },
      port: { type: 'string', default: '8088' },
    },
  });
  const commands: Record<string, () => Promise<number>> = {
    up: () => up({ replicas: replicasOf(values), live: values.live === true, port: wholeNumber(values.port, 65_535) }),
    down,
    status,
  };
  const [command = 'status', ...rest] = positionals;
  if (!Object.hasOwn(commands, command) || rest.length > 0) throw new Error(usage);
  process.exitCode = await commands[command]();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

function replicasOf(values: Record<string, unknown>): Record<Role, number> {
  const given = Object.entries(defaults).map(([role, count]) => {
    const value = values[role];
    return [role, value === undefined ? count : wholeNumber(value, mostReplicas)];
  });
  return Object.fromEntries(given) as Record<Role, number>;
}

function wholeNumber(value: unknown, most: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > most)
    throw new Error(`expected a whole number up to ${most}, got ${String(value)}\n${usage}`);
  return number;
}
