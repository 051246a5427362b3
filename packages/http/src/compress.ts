import { promisify } from 'node:util';
import { CacheBudget, createGate, SizedCache } from '@severe/async';
import { brotliCompress, constants, gzip, type InputType } from 'node:zlib';

/** A content coding that we produce. */
export type Coding = 'br' | 'gzip';

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];

/**
 * Size of a large body. Above it, the last percents of compression cost more processor time than they save in transfer. Of
 * 20,000 flashes (4.5 MB), on one core at 3 GHz:
 *
 *     brotli   1: 10 ms, 508 KB   2: 19 ms, 488 KB   4: 49 ms, 479 KB   5: 83 ms, 460 KB
 *     gzip     1: 13 ms, 545 KB   4: 21 ms, 504 KB   6: 34 ms, 485 KB
 *
 * 644 storm reports (230 KB) take 1 ms with brotli 4, and 20.1 KB instead of 21.4 KB with 2.
 */
const largeBytes = 256 << 10;

/** Levels of a coding. zlib works in the threads that Node also reads files with. */
interface Levels {
  usual: number;
  large: number;
}

const brotliLevels: Levels = { usual: 4, large: 2 };
const gzipLevels: Levels = { usual: 6, large: 4 };

const coders: Record<Coding, (body: InputType, size: keyof Levels) => Promise<Buffer>> = {
  br: (body, size) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevels[size] } }),
  gzip: (body, size) => gz(body, { level: gzipLevels[size] }),
};

/** Large bodies that are compressed at the same time: half of the threads, so that files are still read. */
const maxLarge = 2;

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

/** Share of the memory of all caches that compressed bodies keep. */
const minimum = 1 / 64;
/** Memory of an entry besides its body. */
const entryBytes = 200;

/**
 * @param budget memory of the compressed bodies, among others
 * @returns compresses a body; `digest` identifies its content, so that equal bodies are compressed once
 */
export function createCompress(budget = new CacheBudget(16 << 20)): Compress {
  const done = new SizedCache<Uint8Array>({ name: 'compressed bodies', budget, minimum });
  const running = new Map<string, Promise<Uint8Array>>();
  const large = createGate(maxLarge);
  const code = (body: string | Uint8Array, coding: Coding): Promise<Uint8Array> =>
    body.length <= largeBytes ? coders[coding](body, 'usual') : large.run(() => coders[coding](body, 'large'));

  return async (body, coding, digest) => {
    const key = `${coding}/${digest}`;
    const cached = done.get(key);
    if (cached) return cached;
    const task = running.get(key) ?? code(body, coding);
    running.set(key, task);
    try {
      const coded = await task;
      done.set(key, coded, coded.length + entryBytes);
      return coded;
    } finally {
      running.delete(key);
    }
  };
}
