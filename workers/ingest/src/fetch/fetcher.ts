import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { DataError, messageOf } from '@severe/base';

/** A body of more bytes than this is refused where nothing else is said. */
export const defaultMaxBytes = 64 << 20;

/** How feeds reach providers. A feed never opens a connection itself, so saved payloads can stand in for one. */
export interface Fetcher {
  /**
   * The body of a 200 (or of a 206 when a range was asked for), or undefined for a 404.
   *
   * @throws {UpstreamError} for a time-out, a refused connection, a 429 or a 5xx
   * @throws {DataError} `too-large` past `maxBytes`, `bad-request` for a 400, `status` for any other answer
   */
  bytes(url: string, options?: FetchOptions): Promise<Buffer | undefined>;
  /** The same as text: a byte order mark is removed, and what is a gzip file unpacked. */
  text(url: string, options?: FetchOptions): Promise<string | undefined>;
  /**
   * The text of something that changes in place, or undefined while it is what it was when `keep` was last called: the
   * provider is asked with its own tags.
   *
   * @throws {DataError} `gone` for a 404, beside what `bytes` throws
   */
  changedText(url: string, options?: FetchOptions): Promise<ChangedText | undefined>;
}

/** What was fetched; `keep` says that it has been taken in, so that it need not be sent again. */
export interface ChangedText {
  text: string;
  markStored: () => void;
}

export interface FetchOptions {
  /** First and last byte, both included; without `last` to the end. */
  range?: { first: number; last?: number };
  maxBytes?: number;
  timeoutMs?: number;
  /** Media type that is asked for. */
  accept?: string;
  /** What the provider knows us by, where it wants that in a header. */
  authorization?: string;
  /** Sent as JSON, to a provider that wants to be asked so. */
  post?: object;
  /** Is given the headers of an answer that has come, such as how long it is good. */
  onHeaders?: (headers: Headers) => void;
}

const unpack = promisify(gunzip);

/**
 * Text of a provider without its byte order mark; what is a gzip file is unpacked.
 *
 * @throws {DataError} `gzip` for a file that is damaged or unpacks to more than `maxBytes`
 */
export async function decodeText(bytes: Uint8Array, maxBytes = defaultMaxBytes): Promise<string> {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new TextDecoder('utf-8').decode(packed ? await unpacked(bytes, maxBytes) : bytes);
}

async function unpacked(bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new DataError('gzip', `expected a gzip file of at most ${maxBytes} bytes: ${messageOf(cause)}`, { cause });
  }
}
