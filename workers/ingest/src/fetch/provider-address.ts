import type { Settings } from '@severe/base';
import { proxyFor } from '@severe/base/proxy';
import { guardedLookup, resolveBySystem } from '@severe/outbound';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';

/** Where the providers are, if not at their own addresses. */
export type ProviderPlaces = Partial<Pick<Settings, 'providers' | 'providerHosts'>>;

/** Translates between the URLs of providers and the addresses that are asked. */
export interface ProviderAddresses {
  /** The address of a URL of a provider: below the base that replaces all, at the mirror of its host, or the URL itself. */
  of(url: URL): string;
  /** The inverse of `of`. Undefined if the address is no place of a provider. */
  urlOf(address: URL): URL | undefined;
  /** Whether a URL is asked at the address of the provider itself. */
  isReal(url: URL): boolean;
  /** What stands instead of a provider, for messages; undefined for its own address. */
  placeOf(url: URL): string | undefined;
}

/** @param places.providers base of `<base>/<host>/<path>`, for all hosts; `providerHosts` has addresses of single hosts */
export function providerAddresses({ providers = '', providerHosts = {} }: ProviderPlaces): ProviderAddresses {
  const rootOf = (host: string): string | undefined =>
    (Object.hasOwn(providerHosts, host) ? providerHosts[host] : undefined) ?? (providers && `${providers}/${host}`);
  const hostAt = ({ href }: URL): [host: string, root: string] | undefined => {
    const mirror = Object.entries(providerHosts).find(([, root]) =>
      href.startsWith(`${new URL(root).href.replace(/\/$/, '')}/`),
    );
    if (mirror) return mirror;
    if (!providers) return undefined;
    const base = new URL(providers).href.replace(/\/$/, '');
    const host = href.startsWith(`${base}/`) ? href.slice(base.length + 1).split('/')[0] : undefined;
    return host ? [host, `${base}/${host}`] : undefined;
  };
  return {
    of(url) {
      const root = rootOf(url.host);
      return root ? `${root}${url.pathname}${url.search}` : url.href;
    },
    urlOf(address) {
      const found = hostAt(address);
      if (!found) return providers ? undefined : address;
      const [host, root] = found;
      const text = `https://${host}${address.href.slice(new URL(root).href.replace(/\/$/, '').length)}`;
      return URL.canParse(text) ? new URL(text) : undefined;
    },
    isReal: ({ host }) => !rootOf(host),
    placeOf: ({ host }) => rootOf(host) || undefined,
  };
}

/**
 * Connections to the real providers, at public addresses of their names alone, so that neither a provider nor its name
 * server can lead a feed into the network of the operator. Behind a proxy, the proxy resolves them.
 */
export function dispatcherFor(url: URL): Dispatcher {
  const proxy = proxyFor(url) ?? '';
  const known = dispatchers.get(proxy) ?? (proxy ? new ProxyAgent(proxy) : new Agent({ connect: { lookup } }));
  dispatchers.set(proxy, known);
  return known;
}

const lookup = guardedLookup({ allowPrivate: false, acceptSplit: true }, resolveBySystem);

/** Connections by proxy, shared by all fetchers of the process. */
const dispatchers = new Map<string, Dispatcher>();
