import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type InputType } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** A content coding that we produce. */
export type Coding = 'br' | 'gzip';

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];

/** Quality 4 takes about as long as the default of gzip and compresses better. zlib works in its own threads. */
const coders: Record<Coding, (body: InputType) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => gz(body),
};

/** A smaller body fits into one packet with its headers; compression gains nothing. */
export const worthCodingBytes = 1024;
const mayBeCoded = /^(?:text\/|application\/(?:[a-z.]+\+)?json|application\/javascript|image\/svg)/;

/** Whether bodies of a media type become smaller; images and archives are compressed already. */
export function isCompressible(media: string): boolean {
  return mayBeCoded.test(media);
}

/**
 * The preferred coding of a client; brotli if it accepts both equally (RFC 9110, 12.5.3).
 *
 * @param accepted the Accept-Encoding header
 */
export function chooseCoding(accepted: string | undefined): Coding | undefined {
  if (!accepted) return undefined;
  const weights = new Map(accepted.split(',').map((part) => weightOf(part)));
  const weight = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  if (weight('br') > 0 && weight('br') >= weight('gzip')) return 'br';
  return weight('gzip') > 0 ? 'gzip' : undefined;
}

function weightOf(part: string): [coding: string, weight: number] {
  const [coding, ...parameters] = part.split(';');
  const q = parameters.find((parameter) => /^\s*q=/i.test(parameter));
  const weight = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1));
  return [coding.trim().toLowerCase(), Number.isNaN(weight) ? 0 : weight];
}

/** Compresses a body and caches the result. Concurrent requests for the same body share one compression. */
export type Compress = (body: string | Uint8Array, coding: Coding, digest: string) => Promise<Uint8Array>;

/**
 * @param maxBytes size of the cache; the least recently used bodies are evicted first
 * @returns compresses a body; `digest` identifies its content, so that equal bodies are compressed once
 */
export function createCompress(maxBytes = 16 << 20): Compress {
  const done = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: (bytes) => bytes.length + 200, // the entry itself
  });
  const running = new Map<string, Promise<Uint8Array>>();

  return async (body, coding, digest) => {
    const key = `${coding}/${digest}`;
    const cached = done.get(key);
    if (cached) return cached;
    const task = running.get(key) ?? coders[coding](body);
    running.set(key, task);
    try {
      const coded = await task;
      done.set(key, coded);
      return coded;
    } finally {
      running.delete(key);
    }
  };
}
