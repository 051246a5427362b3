import { join } from 'node:path';
import type { Relay } from '@severe/platform/testing/relay';
import { freePort } from '@severe/testing/free-port';
import { allRoles, type Role } from 'severe/roles';
import { startProcess, type ServiceProcess } from '../../support/service-process.ts';
import { storesOf } from '../../support/stores.ts';
import { openRoads } from '../roads.ts';
import { routed, startNamedEdge } from './named-edge.ts';

/** A process of a role at an address of its own, as a container. */
export interface Replica {
  role: Role;
  /** Address that the next start has. */
  host: string;
  /** Whether its ways to the stores can be cut. */
  isCuttable: boolean;
  process: ServiceProcess;
}

/** Processes of every role behind the shipped router, which finds them by name. */
export interface ReplicaSet {
  url: string;
  replicas: Replica[];
  /** Stops a process, and starts it again at the address of its replica. @returns its exit code */
  restart(replica: Replica): Promise<number | undefined>;
  /** An address that no replica has. */
  newHost(): string;
  /** The ways of the replicas that can be cut to PostgreSQL, Redis and the object store. */
  roads: Relay[];
  close(): Promise<void>;
}

/** Starts the set, with data of the simulated storm day. Behind the router there are two of each role; the first can be cut. */
export async function startReplicaSet(folder: string): Promise<ReplicaSet> {
  const port = await freePort();
  const own = {
    ...(await storesOf('severe_router_faults', { fresh: true })),
    PORT: String(port),
    DRAIN_SECONDS: '3',
    PUBLIC_URL: 'http://severe.test',
    TRUST_PROXY: '1',
    SOURCES: 'alerts,radar',
  };
  const { roads, env: overRoads } = await openRoads(own);
  let lastHost = 1;
  const newHost = (): string => `127.0.0.${++lastHost}`;
  const start = ({ role, host, isCuttable }: Omit<Replica, 'process'>): Promise<ServiceProcess> =>
    startProcess({
      args: ['--demo', '--roles', role],
      dataDir: join(folder, 'data'),
      env: { ...(isCuttable ? overRoads : own), HOST: host },
    });
  const replicas: Replica[] = [];
  for (const role of allRoles) {
    const isRouted = (routed as readonly Role[]).includes(role);
    for (let i = 0; i < (isRouted ? 2 : 1); i++) {
      const replica = { role, host: newHost(), isCuttable: isRouted && i === 0 };
      replicas.push({ ...replica, process: await start(replica) });
    }
  }

  const hostsOf = (wanted: Role): string[] => replicas.filter(({ role }) => role === wanted).map(({ host }) => host);
  const edge = await startNamedEdge(port, hostsOf);
  return {
    url: edge.url,
    replicas,
    newHost,
    roads,
    async restart(replica) {
      const code = await replica.process.end('SIGTERM');
      replica.process = await start(replica);
      return code;
    },
    async close() {
      await edge.close();
      for (const { process } of replicas) await process.end('SIGKILL');
      for (const road of roads) await road.close();
    },
  };
}
