import { join } from 'node:path';
import { openRelay, type Relay } from '@severe/platform/testing/relay';
import { freePort } from '@severe/testing/free-port';
import { silentLog } from '@severe/base';
import { dnsErrors, ReadyAddresses, serveNames, systemSources } from 'severe/testing/name-server';
import { allRoles, type Role } from 'severe/roles';
import { startEdge } from '../../support/edge.ts';
import { startProcess, type ServiceProcess } from '../../support/service-process.ts';
import { storesOf } from '../../support/stores.ts';

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

/** Behind the router there are two of these; the first can be cut. */
const routed = ['api', 'tiles'] as const;

/** Starts the set, with data of the simulated storm day. */
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
  const { roads, env: overRoads } = await behindRoads(own);
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

  const over = new AbortController();
  const lookUp = (name: string): Promise<string[]> =>
    Promise.resolve(replicas.filter(({ role }) => `${role}.test` === name).map(({ host }) => host));
  const ready = new Map(
    routed.map((role) => {
      const where = { name: `${role}.test`, port };
      return [where.name, new ReadyAddresses(where, { ...systemSources, lookUp }, silentLog)];
    }),
  );
  const following = [...ready.values()].map((each) => each.follow(over.signal));
  const names = await serveNames({ host: '127.0.0.1', port: 0 }, (name) => ready.get(name)?.get() ?? dnsErrors.refused);
  const [api, tiles] = routed.map((role) => [`${role}.test:${port}`]);
  const edge = await startEdge({ api, tiles }, { resolver: `127.0.0.1:${names.port}` });
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
      over.abort();
      await Promise.all([...following, names.close()]);
      for (const { process } of replicas) await process.end('SIGKILL');
      for (const road of roads) await road.close();
    },
  };
}

/** The same stores over ways that can be cut. */
async function behindRoads(stores: Record<string, string>): Promise<{ roads: Relay[]; env: Record<string, string> }> {
  const env = { ...stores };
  const roads: Relay[] = [];
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT']) {
    const url = new URL(stores[name]);
    const road = await openRelay(Number(url.port));
    roads.push(road);
    url.port = String(road.port);
    env[name] = name === 'S3_ENDPOINT' ? url.origin : url.href;
  }
  return { roads, env };
}
