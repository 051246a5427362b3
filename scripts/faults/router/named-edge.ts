import { silentLog } from '@severe/base';
import type { Role } from 'severe/roles';
import { dnsErrors, ReadyAddresses, serveNames, systemSources } from 'severe/testing/name-server';
import { startEdge } from '../../support/edge.ts';

/** Roles whose requests the router distributes. */
export const routed = ['api', 'tiles'] as const satisfies Role[];

export interface NamedEdge {
  url: string;
  close(): Promise<void>;
}

/**
 * The shipped router, which finds replicas by name, and asks only those that are ready.
 *
 * @param port    of all replicas
 * @param hostsOf addresses of a role, as they are now
 */
export async function startNamedEdge(port: number, hostsOf: (role: Role) => string[]): Promise<NamedEdge> {
  const over = new AbortController();
  const ready = new Map(
    routed.map((role) => {
      const where = { name: `${role}.test`, port };
      const sources = { ...systemSources, lookUp: () => Promise.resolve(hostsOf(role)) };
      return [where.name, new ReadyAddresses(where, sources, silentLog)];
    }),
  );
  const following = [...ready.values()].map((each) => each.follow(over.signal));
  const names = await serveNames({ host: '127.0.0.1', port: 0 }, (name) => ready.get(name)?.get() ?? dnsErrors.refused);
  const [api, tiles] = routed.map((role) => [`${role}.test:${port}`]);
  const edge = await startEdge({ api, tiles }, { resolver: `127.0.0.1:${names.port}` });
  return {
    url: edge.url,
    async close() {
      await edge.close();
      over.abort();
      await Promise.all([...following, names.close()]);
    },
  };
}
