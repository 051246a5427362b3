import { isIP } from 'node:net';
import { DataError } from '@severe/base';
import type { ProviderAddresses } from './provider-address.ts';

/** Redirects that are followed for one request. */
export const maxRedirects = 3;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Known moves: a host, and the hosts to which it redirects. Every other host redirects to itself only. */
const hostMoves: Record<string, readonly string[]> = {
  'weather.uwyo.edu': ['weather.arcc.uwyo.edu'],
};

export function isRedirect({ status }: { status: number }): boolean {
  return redirectStatuses.has(status);
}

/**
 * The URL to which a provider redirects.
 *
 * @param first    URL of the feed's request; it decides which hosts are allowed
 * @param current  URL that was redirected, as that of the provider also if a base replaces it
 * @param location the Location header
 * @param addresses where the providers are
 * @throws {DataError} `redirect` unless it is https to an allowed host, by name
 */
export function redirectTarget(first: URL, current: URL, location: string | null, addresses: ProviderAddresses): URL {
  const found = location === null ? 'nowhere' : JSON.stringify(location.slice(0, 120));
  const refuse = (needed: string): DataError =>
    new DataError('redirect', `${current.host} redirects to ${found}, expected ${needed}`);

  const address = addresses.of(current);
  if (location === null || !URL.canParse(location, address)) throw refuse('a URL');
  const url = addresses.urlOf(new URL(location, address));
  if (!url) throw refuse(`a URL below ${addresses.placeOf(current)}`);
  if (url.protocol !== 'https:') throw refuse('https');
  if (url.username || url.password) throw refuse('a URL without credentials');
  if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) throw refuse('the name of a host');
  const allowed = [first.host, ...(hostMoves[first.host] ?? [])];
  if (!allowed.includes(url.host)) throw refuse(allowed.join(' or '));
  return url;
}
