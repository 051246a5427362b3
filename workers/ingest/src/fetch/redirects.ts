import { isIP } from 'node:net';
import { DataError } from '@severe/base';

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

/** The address of a provider's URL below the base that replaces the real providers; the URL itself without a base. */
export function addressOf({ host, pathname, search, href }: URL, base: string): string {
  return base ? `${base}/${host}${pathname}${search}` : href;
}

/**
 * The URL to which a provider redirects.
 *
 * @param first    URL of the feed's request; it decides which hosts are allowed
 * @param current  URL that was redirected, as that of the provider also if a base replaces it
 * @param location the Location header
 * @throws {DataError} `redirect` unless it is https to an allowed host, by name
 */
export function redirectTarget(first: URL, current: URL, location: string | null, base: string): URL {
  const found = location === null ? 'nowhere' : JSON.stringify(location.slice(0, 120));
  const refuse = (needed: string): DataError =>
    new DataError('redirect', `${current.host} redirects to ${found}, expected ${needed}`);

  const target = location === null ? null : parsed(location, addressOf(current, base));
  if (!target) throw refuse('a URL');
  const url = base ? providerUrl(target, base) : target;
  if (!url) throw refuse(`a URL below ${base}`);
  if (url.protocol !== 'https:') throw refuse('https');
  if (url.username || url.password) throw refuse('a URL without credentials');
  if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) throw refuse('the name of a host');
  const allowed = [first.host, ...(hostMoves[first.host] ?? [])];
  if (!allowed.includes(url.host)) throw refuse(allowed.join(' or '));
  return url;
}

/** The inverse of `addressOf`. Undefined unless the address is below the base. */
function providerUrl(address: URL, base: string): URL | undefined {
  const root = `${new URL(base).href.replace(/\/$/, '')}/`;
  return address.href.startsWith(root) ? parsed(`https://${address.href.slice(root.length)}`) : undefined;
}

/** Undefined if it is no URL. */
function parsed(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
