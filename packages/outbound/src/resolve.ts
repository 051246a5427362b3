import { lookup, promises, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { type GuardPolicy, notPublic, RefusedAddress } from './check-url.ts';
import { isPublicAddress, isPublicThroughNat64 } from './public-address.ts';

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
