import { connect as connectPlain } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { HostAndPort } from '@severe/base';
import { AbstractConnector, Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisPlace } from './address.ts';

export type Client = Redis | Cluster;

/** How clients of one Redis are made. */
export interface Clients {
  prefix: string;
  /** Where Redis is, for messages. */
  label: string;
  /** Number of the database; a cluster has no other than 0. */
  database: number;
  isCluster: boolean;
  /** For commands; in a cluster each goes to the node that has its keys. */
  routed(options: RedisOptions): Client;
  /** For subscriptions, which any node of a cluster serves. */
  subscribing(options: RedisOptions): Redis;
}

/** @param pause until the next attempt to find Redis, ms; null: none @throws {TypeError} for a place that cannot be */
export function clientsOf(place: RedisPlace, pause: (attempt: number) => number | null): Clients {
  const { options, prefix, label } = parseRedisUrl(place.redisUrl);
  const { host, port, db = 0, tls, ...user } = options;
  const secure = tls && { tls: place.redisTlsCa ? { ca: place.redisTlsCa } : {} };
  const { redisCluster: nodes = [], redisSentinels: sentinels = [] } = place;
  if (nodes.length > 0) {
    if (db !== 0) throw new TypeError(`a Redis Cluster has no database ${db}: REDIS_URL needs 0 or no number`);
    const made = clientsOfCluster(nodes, { ...user, ...secure }, pause);
    return { prefix, label: labelOf(nodes), database: 0, isCluster: true, ...made };
  }
  const found: RedisOptions =
    sentinels.length > 0
      ? {
          sentinels: [...sentinels],
          name: place.redisSentinelName || 'mymaster',
          sentinelPassword: place.redisSentinelPassword || undefined,
          sentinelRetryStrategy: pause,
          ...(secure && { sentinelTLS: secure.tls, enableTLSForSentinelMode: true }),
        }
      : { host, port };
  const make = (more: RedisOptions): Redis =>
    new Redis({ ...found, db, ...user, ...secure, sentinelCommandTimeout: more.connectTimeout, ...more });
  const at = sentinels.length > 0 ? labelOf(sentinels) : label;
  return { prefix, label: at, database: db, isCluster: false, routed: make, subscribing: make };
}

const labelOf = (servers: readonly HostAndPort[]): string => servers.map(keyOf).join(',');
const keyOf = ({ host, port }: Pick<RedisOptions, 'host' | 'port'>): string => `${host}:${port}`;

function clientsOfCluster(
  nodes: readonly HostAndPort[],
  own: RedisOptions,
  pause: (attempt: number) => number | null,
): Pick<Clients, 'routed' | 'subscribing'> {
  let commands: Cluster | undefined;

  /** A node that answers, or else one that may. */
  function anyNode(): HostAndPort {
    const known = commands?.nodes() ?? [];
    const ready = known.filter(({ status }) => status === 'ready');
    const best = (ready.length > 0 ? ready : known).map(({ options }) => ({
      host: options.host!,
      port: options.port!,
    }));
    const choice = best.length > 0 ? best : nodes;
    return choice[Math.floor(Math.random() * choice.length)];
  }

  return {
    routed({ lazyConnect, enableOfflineQueue, ...ofNodes }) {
      const cluster = new Cluster([...nodes], {
        redisOptions: { ...own, ...ofNodes },
        lazyConnect,
        enableOfflineQueue,
        clusterRetryStrategy: pause,
        slotsRefreshTimeout: ofNodes.connectTimeout,
        // Certificates have names: they stay.
        dnsLookup: (address, done) => done(null, address),
      });
      commands ??= cluster;
      return cluster;
    },

    subscribing(options) {
      let current = '';
      class ToAnyNode extends AbstractConnector {
        constructor() {
          super(options.disconnectTimeout ?? 2000);
        }
        async connect() {
          this.connecting = true;
          const node = anyNode();
          current = keyOf(node);
          this.stream = own.tls ? connectSecure({ ...node, ...own.tls }) : connectPlain(node);
          this.stream.once('error', (error) => (this.firstError = error));
          return this.stream;
        }
      }
      const redis = new Redis({ ...own, ...options, Connector: ToAnyNode });
      // A node that has left the cluster hears nothing of the others.
      const leave = (node: Redis): void => {
        if (keyOf(node.options) === current && redis.status === 'ready') redis.disconnect(true);
      };
      commands?.on('-node', leave);
      redis.once('end', () => commands?.off('-node', leave));
      return redis;
    },
  };
}
