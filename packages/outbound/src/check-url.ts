import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

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
