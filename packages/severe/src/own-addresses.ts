import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';

/** Where the links of responses lead. */
export interface Links {
  /** Base URL of links, without a slash at the end. */
  publicUrl: () => string;
  /** Whether it depends on the request, so that responses for one are not for another. */
  varies: boolean;
  /** Lets the handlers of a request, and what they start, know at which address it came. */
  within: (listener: RequestListener) => RequestListener;
}

const wildcards = new Set(['0.0.0.0', '::']);

/** Whether the service listens on every address of the machine, and is not told its own. */
export const isAnywhere = ({ host, publicUrl }: { host: string; publicUrl: string }): boolean =>
  publicUrl === '' && wildcards.has(host);

export function fixedLinks(url: string): Links {
  return { publicUrl: () => url, varies: false, within: (listener) => listener };
}

/**
 * Links lead to the `Host` of the request if that is an address or a name of this machine. Any other, which a stranger may have
 * chosen, is ignored: it could lead those to it who get a link by mail, or from a cache.
 *
 * @param url of requests with another `Host`, and outside of requests
 */
export function linksByHost(url: string, own: () => ReadonlySet<string> = ownNames): Links {
  const current = new AsyncLocalStorage<string>();
  return {
    publicUrl: () => current.getStore() ?? url,
    varies: true,
    within: (listener) => (request, response) =>
      current.run(baseOf(request, own()) ?? url, () => listener(request, response)),
  };
}

function baseOf({ headers }: IncomingMessage, own: ReadonlySet<string>): string | undefined {
  const [, name, port = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.exec(headers.host ?? '') ?? [];
  return name !== undefined && own.has(name.toLowerCase()) ? `http://${name.toLowerCase()}${port}` : undefined;
}

/** Addresses of a machine change when it joins another network. */
const readEveryMs = 10_000;
let known: { names: ReadonlySet<string>; until: number } = { names: new Set(), until: 0 };

function ownNames(): ReadonlySet<string> {
  if (performance.now() >= known.until) known = { names: readNames(), until: performance.now() + readEveryMs };
  return known.names;
}

function readNames(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const name = hostname().toLowerCase();
  const literals = addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  return new Set(['localhost', name, `${name}.local`, ...literals]);
}
