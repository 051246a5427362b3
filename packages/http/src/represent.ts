import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { chooseCoding, isCompressible, worthCodingBytes, type Compress } from './compress.ts';
import { isFresh } from './conditional.ts';
import { Json, Reply, type Coded } from './endpoint.ts';
import type { Served } from './route.ts';
import { sharedBytes } from './shared-bytes.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** A response before the common headers are added. */
export interface Draft {
  status: number;
  /** Headers of the handler or the endpoint. Shared by many responses, so never modified. */
  headers: Headers;
  /** Computed headers; they take precedence over `headers`. */
  added?: Headers;
  body: string | Uint8Array;
  /** The body in content codings that it already has. */
  coded?: Coded | undefined;
}

export const emptyBody = new Uint8Array(0);

/**
 * Converts the result of a handler into a response: media type, entity tag, content coding; or a 304 without a body if
 * the client has the representation. Only compression is asynchronous.
 */
export function represent(
  result: object,
  served: Served,
  requestHeaders: IncomingHttpHeaders,
  compress: Compress,
): Draft | Promise<Draft> {
  const made = draftOf(result, served);
  if (made.status !== 200) return made;
  return isCompressible(made.headers['Content-Type'] ?? '')
    ? inCoding(made, requestHeaders, compress)
    : asIs(made, requestHeaders);
}

function draftOf(result: object, served: Served): Draft {
  if (result instanceof Reply) {
    const { status, headers, body = emptyBody, coded } = result;
    return { status, headers, body, coded };
  }
  const status = served.endpoint.status ?? 200;
  if (!(result instanceof Json)) return { status, headers: served.headers, body: JSON.stringify(result) };
  return { status, headers: { ...served.headers, ...result.headers }, body: JSON.stringify(result.body) };
}

/** Bytes that are compressed already. Handlers usually set their ETag. */
function asIs({ headers, body }: Draft, requestHeaders: IncomingHttpHeaders): Draft {
  const added = 'ETag' in headers ? undefined : { ETag: `"${digestOf(body)}"` };
  const fresh = isFresh(requestHeaders, headers.ETag ?? added?.ETag, headers['Last-Modified']);
  return fresh ? { status: 304, headers, added, body: emptyBody } : { status: 200, headers, added, body };
}

function inCoding(
  { headers, body, coded = {} }: Draft,
  requestHeaders: IncomingHttpHeaders,
  compress: Compress,
): Draft | Promise<Draft> {
  const coding = byteLength(body) > worthCodingBytes ? chooseCoding(requestHeaders['accept-encoding']) : undefined;
  const digest = digestOf(body);
  // A strong ETag identifies bytes, so each coding needs its own (RFC 9110, 8.8.3.3).
  const tag = headers.ETag ?? `"${digest}"`;
  const added = {
    ETag: coding ? `${tag.slice(0, -1)}-${coding}"` : tag,
    Vary: headers.Vary ? `${headers.Vary}, Accept-Encoding` : 'Accept-Encoding',
    'Content-Encoding': coding,
  };
  if (isFresh(requestHeaders, added.ETag, headers['Last-Modified'])) {
    return { status: 304, headers, added: { ...added, 'Content-Encoding': undefined }, body: emptyBody };
  }
  if (!coding) return { status: 200, headers, added, body: sharedBytes(body, digest) };
  const ready = coded[coding];
  if (ready) return { status: 200, headers, added, body: ready };
  return compress(body, coding, digest).then((made) => {
    return { status: 200, headers, added, body: sharedBytes(made, `${coding}/${digest}`) };
  });
}

const digests = new WeakMap<Uint8Array, string>();

/** A digest of 132 bits. The digest of a byte array is cached, because arrays such as files in memory are served often. */
function digestOf(body: string | Uint8Array): string {
  const cached = typeof body === 'string' ? undefined : digests.get(body);
  if (cached) return cached;
  const digest = hash('sha256', body, 'base64url').slice(0, 22);
  if (typeof body !== 'string') digests.set(body, digest);
  return digest;
}

export function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}
