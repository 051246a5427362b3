import { openRelay, type Relay } from '@severe/platform/testing/relay';

const settings = ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT'];

/** Ways to stores that can be cut. */
export interface Roads {
  roads: Relay[];
  /** Settings of the stores as they are reached over them. */
  env: Record<string, string>;
}

/** @param host address at which the ways begin */
export async function openRoads(stores: Record<string, string>, host = '127.0.0.1'): Promise<Roads> {
  const env = { ...stores };
  const roads: Relay[] = [];
  for (const name of settings) {
    const url = new URL(stores[name]);
    const road = await openRelay(Number(url.port), host);
    roads.push(road);
    url.hostname = host;
    url.port = String(road.port);
    env[name] = name === 'S3_ENDPOINT' ? url.origin : url.href;
  }
  return { roads, env };
}
