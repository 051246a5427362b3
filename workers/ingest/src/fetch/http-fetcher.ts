import { DataError, messageOf, UpstreamError } from '@severe/base';
import { decodeText, defaultMaxBytes, type Fetcher, type FetchOptions } from './fetcher.ts';

/** Providers ask who is calling, and some refuse who does not say. */
const userAgent = 'severe/0.1 (https://github.com/severe-weather/severe)';

/** After this the whole is fetched again: a provider that says for ever that nothing has changed is not believed. */
const tagsKeptMs = 10 * 60_000;

/**
 * Fetches from the real providers, or from `<base>/<host>/<path>` when another base stands in for them.
 *
 * @param signal ends every request under way, when the process stops
 */
export function createHttpFetcher(base: string, signal: AbortSignal): Fetcher {
  const kept = new Map<string, { tags: Record<string, string>; until: number }>();

  async function ask(url: string, options: FetchOptions, tags: Record<string, string> = {}): Promise<Got> {
    const { range, accept, authorization, post, onHeaders, maxBytes = defaultMaxBytes, timeoutMs = 30_000 } = options;
    const { host, pathname, search } = new URL(url);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await fetch(base ? `${base}/${host}${pathname}${search}` : url, {
        headers: {
          'user-agent': userAgent,
          ...(accept ? { accept } : {}),
          ...(authorization ? { authorization } : {}),
          ...(post ? { 'content-type': 'application/json' } : {}),
          ...(range ? { range: `bytes=${range.first}-${range.last ?? ''}` } : {}),
          ...tags,
        },
        ...(post ? { method: 'POST', body: JSON.stringify(post) } : {}),
        signal: deadline,
      });
      if (response.status === 304 && Object.keys(tags).length > 0) return { response, body: undefined };
      const body = await bodyOf(response, host, maxBytes, range !== undefined);
      if (body) onHeaders?.(response.headers);
      return { response, body };
    } catch (error) {
      if (error instanceof DataError || error instanceof UpstreamError) throw error;
      throw new UpstreamError(host, `${host} does not answer: ${reasonOf(error)}`, { cause: error });
    }
  }

  return {
    bytes: async (url, options = {}) => (await ask(url, options)).body,
    async text(url, options = {}) {
      const { body } = await ask(url, options);
      return body && decodeText(body, options.maxBytes);
    },
    async changedText(url, options = {}) {
      const known = kept.get(url);
      const tags = known && performance.now() < known.until ? known.tags : {};
      const { response, body } = await ask(url, options, tags);
      if (response.status === 304) return undefined;
      if (!body) throw new DataError('gone', `${new URL(url).host} answers 404 where something always is`);
      return {
        text: await decodeText(body, options.maxBytes),
        markStored: () => void kept.set(url, { tags: tagsOf(response), until: performance.now() + tagsKeptMs }),
      };
    },
  };
}

/** An answer that can be trusted, and its body: undefined for a 404, and for a 304. */
interface Got {
  response: Response;
  body: Buffer | undefined;
}

/** What the provider is asked with whether something has changed. */
function tagsOf({ headers }: Response): Record<string, string> {
  const etag = headers.get('etag');
  const modified = headers.get('last-modified');
  return { ...(etag ? { 'if-none-match': etag } : {}), ...(modified ? { 'if-modified-since': modified } : {}) };
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
  const code = status === 400 ? 'bad-request' : 'status';
  throw new DataError(code, `${host} answers ${status}, expected ${ranged ? 206 : 200}`);
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
