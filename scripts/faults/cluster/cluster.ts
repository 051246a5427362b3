import { join } from 'node:path';
import { freePort } from '@severe/testing/free-port';
import type { Role } from 'severe/roles';
import { startEdge } from '../../support/edge.ts';
import { canFollowNames } from '../../support/router.ts';
import { startProcess, type ServiceProcess } from '../../support/service-process.ts';
import { startProviders } from '../matrix/providers.ts';
import { routed, startNamedEdge, type NamedEdge } from '../router/named-edge.ts';
import { openPlaceApart, type PlaceApart } from './place-apart.ts';
import { startStores, type Stores } from './stores.ts';

/** A process of the cluster, at an address of its own. */
export interface Member {
  /** Its roles and number: `tiles-2`. */
  name: string;
  roles: readonly Role[];
  host: string;
  isApart: boolean;
  process: ServiceProcess;
}

/** Two processes of each role on stores of their own, behind the shipped router. */
export interface Cluster {
  url: string;
  members: Member[];
  stores: Stores;
  /** Where the first of those is that the router asks. */
  apart: PlaceApart;
  /** Starts a process that has ended again. @param env beside the usual settings */
  start(member: Member, env?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export interface ClusterOptions {
  folder: string;
  /** Roles of the processes, of each of which there are two. */
  groups: readonly (readonly Role[])[];
  /** Further settings of all processes. */
  env: Record<string, string>;
}

type Unstarted = Omit<Member, 'process'>;

/** Starts the cluster, with data of the simulated storm day. */
export async function startCluster({ folder, groups, env }: ClusterOptions): Promise<Cluster> {
  const port = await freePort();
  const members: Member[] = [];
  /** What ends what has been started, the last first. */
  const closings: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closings.splice(0).reverse()) await end();
  };
  const opened = <T extends { close(): Promise<unknown> }>(one: T): T => {
    closings.push(() => one.close());
    return one;
  };
  try {
    const providers = opened(await startProviders());
    const stores = opened(await startStores(folder));
    const apart = opened(await openPlaceApart(stores.env));
    const context = { port, folder, env: { PROVIDERS: providers.url, ...env }, stores, apart };
    closings.push(() => Promise.all(members.map(({ process }) => process.end('SIGKILL'))));
    for (const each of plan(groups, apart.hosts)) members.push({ ...each, process: await startMember(each, context) });
    const hostsOf = (role: Role): string[] =>
      members.filter(({ roles }) => roles.includes(role)).map(({ host }) => host);
    const addressesOf = (role: Role): string[] => hostsOf(role).map((host) => `${host}:${port}`);
    const edge: NamedEdge = opened(
      canFollowNames()
        ? await startNamedEdge(port, hostsOf)
        : await startEdge({ api: addressesOf('api'), tiles: addressesOf('tiles') }),
    );
    return {
      url: edge.url,
      members,
      stores,
      apart,
      start: async (member, more) => void (member.process = await startMember(member, context, more)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What all processes have in common. */
interface Common extends Pick<Cluster, 'stores' | 'apart'>, Pick<ClusterOptions, 'folder' | 'env'> {
  port: number;
}

function startMember(
  { roles, host, isApart }: Unstarted,
  { port, folder, env, stores, apart }: Common,
  more: Record<string, string> = {},
): Promise<ServiceProcess> {
  return startProcess({
    args: ['--demo', '--roles', roles.join()],
    dataDir: join(folder, 'data'),
    env: {
      PORT: String(port),
      HOST: host,
      OPS_HOST: host,
      DRAIN_SECONDS: '3',
      PUBLIC_URL: 'http://severe.test',
      TRUST_PROXY: '1',
      SOURCES: 'alerts,radar,lightning',
      NOWCAST: 'false',
      RASTER_THREADS: '1',
      ...(isApart ? apart.env : stores.env),
      ...env,
      ...more,
    },
    under: isApart ? apart.under : [],
  });
}

function plan(groups: ClusterOptions['groups'], hostsApart: readonly string[]): Unstarted[] {
  const free = [...hostsApart];
  return groups.flatMap((roles, group) =>
    [1, 2].map((number) => {
      const isApart = number === 1 && roles.some((role) => (routed as readonly Role[]).includes(role));
      const host = isApart ? free.shift()! : `127.0.1.${2 * group + number}`;
      return { name: `${roles.join('+')}-${number}`, roles, host, isApart };
    }),
  );
}
