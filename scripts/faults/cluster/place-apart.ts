import { spawnSync } from 'node:child_process';
import { openRoads } from '../roads.ts';

/** A machine apart, as far as the network goes: what runs there reaches others over one link. */
export interface PlaceApart {
  /** What it is, for the report. */
  kind: 'namespace' | 'relays';
  /** Addresses that processes there have; loopback if it is no network of its own. */
  hosts: readonly string[];
  /** Program and arguments that start a process there. */
  under: readonly string[];
  /** Settings of the stores as they are reached from there. */
  env: Record<string, string>;
  /** Nothing passes any more, and nobody is told. */
  cut(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

const name = `severe-${process.pid}`;
/** Of a network for measurements (RFC 2544), which no machine has. */
const network = `198.18.${process.pid % 256}`;
const [outer, ...hosts] = [1, 2, 3].map((number) => `${network}.${number}`);
const [outerLink, innerLink] = [`sv${process.pid}a`, `sv${process.pid}b`];

/** A network namespace, or relays to the stores where this process may make none. */
export async function openPlaceApart(stores: Record<string, string>): Promise<PlaceApart> {
  const made = makeNamespace();
  const { roads, env } = await openRoads(stores, made ? outer : undefined);
  const closeRoads = async (): Promise<void> => {
    for (const road of roads) await road.close();
  };
  if (!made)
    return {
      kind: 'relays',
      hosts: ['127.0.0.254', '127.0.0.253'],
      under: [],
      env,
      cut: () => roads.forEach((road) => road.block()),
      async mend() {
        for (const road of roads) await road.cut(); // blocked connections stay so
        for (const road of roads) await road.mend();
      },
      close: closeRoads,
    };
  process.on('exit', removeNamespace);
  return {
    kind: 'namespace',
    hosts,
    under: ['ip', 'netns', 'exec', name],
    env,
    cut: () => void ip('-netns', name, 'link', 'set', innerLink, 'down'),
    mend: () => Promise.resolve(void ip('-netns', name, 'link', 'set', innerLink, 'up')),
    async close() {
      await closeRoads();
      process.off('exit', removeNamespace);
      removeNamespace();
    },
  };
}

/** @returns whether there is one now */
function makeNamespace(): boolean {
  const inside = (...args: string[]): boolean => ip('-netns', name, ...args);
  const isMade =
    ip('netns', 'add', name) &&
    ip('link', 'add', outerLink, 'type', 'veth', 'peer', 'name', innerLink, 'netns', name) &&
    ip('address', 'add', `${outer}/29`, 'dev', outerLink) &&
    hosts.every((host) => inside('address', 'add', `${host}/29`, 'dev', innerLink)) &&
    ip('link', 'set', outerLink, 'up') &&
    inside('link', 'set', innerLink, 'up') &&
    inside('link', 'set', 'lo', 'up');
  if (!isMade) removeNamespace();
  return isMade;
}

function removeNamespace(): void {
  ip('link', 'delete', outerLink);
  ip('netns', 'delete', name);
}

const ip = (...args: string[]): boolean => spawnSync('ip', args).status === 0;
