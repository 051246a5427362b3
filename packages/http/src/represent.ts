import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { chooseCoding, isCompressible, worthCodingBytes, type Compress } from './compress.ts';
import { isFresh } from './conditional.ts';
import { Json, Reply } from './endpoint.ts';
import type { Served } from './route.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** An answer on its way: only what is particular to it. */
export interface Draft {
  status: number;
  /** As the handler, or its endpoint, gave them; shared by many answers, and so never written to. */
  headers: Headers;
  /** What was worked out on the way, and goes before `headers`. */
  added?: Headers;
  body: string | Uint8Array;
}

export const emptyBody = new Uint8Array(0);

/**
 * From what a handler gave to what is sent: media type, cache rule, entity tag, content coding; or 304 without a body
 * where the client has it already. Only coding has to be waited for.
 */
export function represent(
  result: object,
  served: Served,
  asked: IncomingHttpHeaders,
  compress: Compress,
): Draft | Promise<Draft> {
  const made = draftOf(result, served);
  if (made.status !== 200) return made;
  return isCompressible(made.headers['Content-Type'] ?? '') ? inCoding(made, asked, compress) : asIs(made, asked);
}

function draftOf(result: object, served: Served): Draft {
  if (result instanceof Reply) {
    const { status, headers, body = emptyBody } = result;
    return { status, headers, body };
  }
  if (!(result instanceof Json)) return { status: 200, headers: served.headers, body: JSON.stringify(result) };
  return { status: 200, headers: { ...served.headers, ...result.headers }, body: JSON.stringify(result.body) };
}

/** Bytes that are small already. A handler mostly brings their tag; it knows them by more than their content. */
function asIs({ headers, body }: Draft, asked: IncomingHttpHeaders): Draft {
  const added = 'ETag' in headers ? undefined : { ETag: `"${digestOf(body)}"` };
  const fresh = isFresh(asked, headers.ETag ?? added?.ETag, headers['Last-Modified']);
  return fresh ? { status: 304, headers, added, body: emptyBody } : { status: 200, headers, added, body };
}

function inCoding({ headers, body }: Draft, asked: IncomingHttpHeaders, compress: Compress): Draft | Promise<Draft> {
  const coding = byteLength(body) > worthCodingBytes ? chooseCoding(asked['accept-encoding']) : undefined;
  const digest = digestOf(body);
  // A strong tag names bytes, and every coding has its own (RFC 9110, 8.8.3.3).
  const tag = headers.ETag ?? `"${digest}"`;
  const added = {
    ETag: coding ? `${tag.slice(0, -1)}-${coding}"` : tag,
    Vary: headers.Vary ? `${headers.Vary}, Accept-Encoding` : 'Accept-Encoding',
    'Content-Encoding': coding,
  };
  if (isFresh(asked, added.ETag, headers['Last-Modified'])) {
    return { status: 304, headers, added: { ...added, 'Content-Encoding': undefined }, body: emptyBody };
  }
  if (!coding) return { status: 200, headers, added, body };
  return compress(body, coding, digest).then((coded) => ({ status: 200, headers, added, body: coded }));
}

const digests = new WeakMap<Uint8Array, string>();

/** 132 bits that name a content. Bytes that are served again, such as a file in memory, are read through once. */
function digestOf(body: string | Uint8Array): string {
  const known = typeof body === 'string' ? undefined : digests.get(body);
  if (known) return known;
  const digest = hash('sha256', body, 'base64url').slice(0, 22);
  if (typeof body !== 'string') digests.set(body, digest);
  return digest;
}

export function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}
