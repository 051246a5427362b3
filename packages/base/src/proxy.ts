import { getProxyForUrl } from 'proxy-from-env';

/**
 * The proxy of the environment for an address (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, unless `NO_PROXY` names its host);
 * undefined without one.
 */
export function proxyFor(url: string | URL): string | undefined {
  return getProxyForUrl(typeof url === 'string' ? url : url.href) || undefined;
}
