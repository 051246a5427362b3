import { isIP, type LookupFunction } from 'node:net';
import { lookup, promises, type LookupAddress } from 'node:dns';
import { isPublicAddress, isPublicThroughNat64 } from './public-address.ts';

/** A URL, or an address behind its name, to which the service does not connect. The message says what is needed. */
export class RefusedAddress extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RefusedAddress';
  }
}

/**
 * One text for every address that is not public and every name that leads to none, whatever the reason: who may only write URLs
 * learns nothing of the names that this network knows.
 */
export const notPublic = 'URL should lead to a public address';

/** What the guard permits. */
export interface GuardPolicy {
  /** Permits private and loopback addresses; for tests only. */
  allowPrivate: boolean;
  /**
   * Whether a name may also have addresses that are not public, as providers have in networks with mirrors of their own; only the
   * public ones are used. A name of a stranger is refused. Default: false.
   */
  acceptSplit?: boolean;
}

/** A URL that has passed `checkUrl`, split as a request needs it. */
export interface CheckedUrl {
  url: URL;
  /** Name or address without brackets and without a trailing dot. */
  host: string;
  /** Whether the host is an address; it has been checked, and no name is resolved. */
  isAddress: boolean;
  port: number;
}

const longestUrl = 2048;
const httpsPort = 443;
const firstUnprivilegedPort = 1024;

/**
 * Reads the URL of a receiver and checks everything that the text alone decides: https, port 443 or above 1023, no
 * credentials, and a public address or a name with at least two labels. Every notation of an address that URLs permit
 * (octal, hexadecimal, short forms, full-width digits) is normalised before the check.
 *
 * @throws {RefusedAddress}
 */
export function checkUrl(text: string, { allowPrivate }: GuardPolicy): CheckedUrl {
  if (text.length > longestUrl) throw new RefusedAddress(`URL should have at most ${longestUrl} characters`);
  // A URL parser removes tabs and line breaks, so that the URL would differ from what a reader sees.
  if (/[\s\p{Cc}\\]/u.test(text)) throw new RefusedAddress('URL should have no spaces and no control characters');
  if (!URL.canParse(text)) throw new RefusedAddress('Input should be a valid URL');
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new RefusedAddress('URL should begin with https://');
  if (url.username || url.password) throw new RefusedAddress('URL should have no user name or password');
  const port = url.port === '' ? httpsPort : Number(url.port);
  if (port !== httpsPort && port < firstUnprivilegedPort)
    throw new RefusedAddress(`Port should be ${httpsPort} or at least ${firstUnprivilegedPort}`);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isAddress = isIP(host) !== 0;
  if (!allowPrivate && !(isAddress ? isPublicAddress(host) : isPublicName(host))) throw new RefusedAddress(notPublic);
  return { url, host, isAddress, port };
}

/** Whether a name can have a public address: not localhost (RFC 6761), and not a single label of a local network. */
function isPublicName(name: string): boolean {
  const labels = name.split('.');
  return labels.length > 1 && labels.every((label) => label !== '') && labels.at(-1) !== 'localhost';
}

/** All addresses of a name. @throws {Error} if it has none, or the name servers do not respond */
export type Resolve = (name: string) => Promise<string[]>;

/** Time for one question to a name server, and the number of attempts. */
const dnsOptions = { timeout: 1000, tries: 2 };

/**
 * Asks the name servers of the system. Unlike `dns.lookup` it uses no thread of Node's pool: slow name servers of many
 * receivers would otherwise block file access of the whole process.
 */
const resolveByDns: Resolve = async (name) => {
  const resolver = new promises.Resolver(dnsOptions);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  throw (answers[0] as PromiseRejectedResult).reason;
};

/** Resolves as the system does, with its file of hosts. */
export const resolveBySystem: Resolve = (name) =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true, verbatim: true }, (error, found) =>
      error ? reject(error) : resolve(found.map(({ address }) => address)),
    );
  });

/**
 * The addresses of a name that are public, also through the translator of an IPv6-only network. Others are never used.
 *
 * @throws {RefusedAddress} if none is public, or one is not and the policy accepts no split set; any error of `resolve`
 */
export async function resolvePublic(
  name: string,
  { allowPrivate, acceptSplit = false }: GuardPolicy,
  resolve: Resolve = allowPrivate ? resolveBySystem : resolveByDns,
): Promise<LookupAddress[]> {
  const all = await resolve(name);
  const open = all.filter((one) => isPublicAddress(one) || isPublicThroughNat64(one));
  const isRefused = open.length === 0 || (open.length < all.length && !acceptSplit);
  if (isRefused && !allowPrivate) throw new RefusedAddress(notPublic);
  return (allowPrivate ? all : open).map((address) => ({ address, family: isIP(address) }));
}

/**
 * The `lookup` of a socket: the socket connects to the very addresses that were checked here, and to no other. A name that
 * changes its addresses between registration and connect is therefore checked again.
 */
export function guardedLookup(policy: GuardPolicy, resolve?: Resolve): LookupFunction {
  return (name, options, callback) => {
    resolvePublic(name, policy, resolve).then(
      (addresses) => {
        const { all, family } = options;
        const wanted = addresses.filter((one) => !family || one.family === familyOf(family));
        if (all) callback(null, wanted);
        else if (wanted.length > 0) callback(null, wanted[0].address, wanted[0].family);
        else callback(notFound(name), '', 0);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

/** Callers of `lookup` give the family as a number, or as in `net.connect`. */
function familyOf(family: number | 'IPv4' | 'IPv6'): number {
  if (typeof family === 'number') return family;
  return family === 'IPv4' ? 4 : 6;
}

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no address of this family`), { code: 'ENOTFOUND' });
}
