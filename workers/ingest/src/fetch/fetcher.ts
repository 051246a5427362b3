import { DataError, messageOf } from '@severe/base';
import { decode, type Payload } from '../parse/payload.ts';
import { largeLength } from '../thread/large-texts.ts';
import { unpackGzip } from './unpack.ts';

/** Default limit of a response body, in bytes. */
export const defaultMaxBytes = 64 << 20;

/** How feeds reach providers. A feed never opens a connection itself, so that saved payloads can replace a provider. */
export interface Fetcher {
  /**
   * The body of a 200 (of a 206 for a range), or undefined for a 404.
   *
   * @throws {UpstreamError} for a timeout, a refused connection, a 429 or a 5xx
   * @throws {DataError} `too-large` past `maxBytes`, `bad-request` for a 400, `redirect` for a redirect that is not
   *   followed, `status` for any other status
   */
  bytes(url: string, options?: FetchOptions): Promise<Buffer | undefined>;
  /** The same as text, without a byte order mark; a gzip file is unpacked. A large text is not decoded: its parser does that. */
  text(url: string, options?: FetchOptions): Promise<Payload | undefined>;
  /**
   * The text of a file that changes in place, or undefined if it has not changed since `markStored` was last called. The
   * request is conditional, with the provider's own tags.
   *
   * @throws {DataError} `gone` for a 404, beside what `bytes` throws
   */
  changedText(url: string, options?: FetchOptions): Promise<ChangedText | undefined>;
}

/** The same fetcher with something around each request. */
export function around(fetcher: Fetcher, run: <T>(ask: () => Promise<T>) => Promise<T>): Fetcher {
  return {
    bytes: (url, options) => run(() => fetcher.bytes(url, options)),
    text: (url, options) => run(() => fetcher.text(url, options)),
    changedText: (url, options) => run(() => fetcher.changedText(url, options)),
  };
}

/** A fetched text. `markStored` records that its rows are stored, so that it need not be sent again. */
export interface ChangedText {
  text: Payload;
  markStored: () => void;
}

export interface FetchOptions {
  /** First and last byte, inclusive; to the end without `last`. */
  range?: { first: number; last?: number };
  maxBytes?: number;
  timeoutMs?: number;
  /** Whether it precedes other requests that wait for the same host, and other large bodies. */
  urgent?: boolean;
  /** The `Accept` header. */
  accept?: string;
  /** The `Authorization` header. */
  authorization?: string;
  /** The `X-Api-Key` header. */
  apiKey?: string;
  /** JSON body; makes the request a POST. */
  post?: object;
  /** Called with the headers of a response that has a body. */
  onHeaders?: (headers: Headers) => void;
}

/**
 * The text of a body, decoded if it is not large; a gzip file is unpacked.
 *
 * @throws {DataError} `gzip` for a file that is damaged or unpacks to more than `maxBytes`
 */
export async function payloadOf(body: Uint8Array, maxBytes = defaultMaxBytes): Promise<Payload> {
  const packed = body[0] === 0x1f && body[1] === 0x8b;
  const bytes = packed ? await unpacked(body, maxBytes) : body;
  return bytes.length <= largeLength ? decode(bytes) : bytes;
}

/** The text of a body, whatever its size. @throws as `payloadOf` */
export async function textOf(body: Uint8Array, maxBytes = defaultMaxBytes): Promise<string> {
  return decode(await payloadOf(body, maxBytes));
}

async function unpacked(bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  try {
    return await unpackGzip(bytes, maxBytes);
  } catch (cause) {
    throw new DataError('gzip', `expected a gzip file of at most ${maxBytes} bytes: ${messageOf(cause)}`, { cause });
  }
}
