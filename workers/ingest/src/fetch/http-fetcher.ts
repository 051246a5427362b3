import { DataError, messageOf, UpstreamError } from '@severe/base';
import { decodeText, type Fetcher, type FetchOptions } from './fetcher.ts';

/** Providers ask who is calling, and some refuse who does not say. */
const userAgent = 'severe/0.1 (https://github.com/severe-weather/severe)';

/**
 * Fetches from the real providers, or from `<base>/<host>/<path>` when another base stands in for them.
 *
 * @param signal ends every request under way, when the process stops
 */
export function createHttpFetcher(base: string, signal: AbortSignal): Fetcher {
  async function bytes(url: string, options: FetchOptions = {}): Promise<Buffer | undefined> {
    const { range, maxBytes = 64 << 20, timeoutMs = 30_000 } = options;
    const { host, pathname, search } = new URL(url);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await fetch(base ? `${base}/${host}${pathname}${search}` : url, {
        headers: {
          'user-agent': userAgent,
          ...(range ? { range: `bytes=${range.first}-${range.last ?? ''}` } : {}),
        },
        signal: deadline,
      });
      return await bodyOf(response, host, maxBytes, range !== undefined);
    } catch (error) {
      if (error instanceof DataError || error instanceof UpstreamError) throw error;
      throw new UpstreamError(host, `${host} does not answer: ${reasonOf(error)}`, { cause: error });
    }
  }

  return {
    bytes,
    async text(url, options) {
      const body = await bytes(url, options);
      return body && decodeText(body);
    },
  };
}

async function bodyOf(
  response: Response,
  host: string,
  maxBytes: number,
  ranged: boolean,
): Promise<Buffer | undefined> {
  const { status } = response;
  if (status === (ranged ? 206 : 200)) return readBounded(response, host, maxBytes);
  await response.body?.cancel();
  if (status === 404) return undefined;
  if (status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after'));
    const more = seconds > 0 ? { retryAfterSeconds: Math.min(seconds, 3600) } : {};
    throw new UpstreamError(host, `${host} answers ${status}`, more);
  }
  throw new DataError('status', `${host} answers ${status}, expected ${ranged ? 206 : 200}`);
}

async function readBounded(response: Response, host: string, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new DataError('too-large', `${host} sends more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** `fetch` says only "fetch failed"; the reason is one level down. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  return messageOf(cause instanceof Error && cause.message ? cause : error);
}
