import { setMaxListeners } from 'node:events';
import { startDeadline } from '@severe/async';
import { DataError, messageOf, UpstreamError } from '@severe/base';
import { guardedLookup, resolveBySystem } from '@severe/outbound';
import { SpanKind, traced } from '@severe/tracing';
import { Agent, fetch, type Response } from 'undici';
import { decodeText, defaultMaxBytes, type Fetcher, type FetchOptions } from './fetcher.ts';
import { rangeOf, type FetcherExtras, type Sent } from './exchange.ts';
import { readBounded } from './read-bounded.ts';
import { addressOf, isRedirect, maxRedirects, redirectTarget } from './redirects.ts';

/** Providers ask for identification, and some reject requests without it. */
const userAgent = 'severe/0.1 (https://github.com/severe-weather/severe)';

/** Tags expire after this, in case a provider wrongly reports that nothing has changed. */
const tagsMaxAgeMs = 10 * 60_000;

const defaultTimeoutMs = 30_000;
/** Factor of timeouts with a base: simulated providers share the machine, and are slow when it is busy. */
const localPatience = 4;

/**
 * Fetches from the real providers, or from `<base>/<host>/<path>` if a base is given. The names of real providers must
 * resolve to public addresses, so that neither a provider nor its name server can lead a feed into the operator's network.
 *
 * @param signal aborts running requests when the process stops
 * @param extras what a recording or a replay adds
 */
export function createHttpFetcher(base: string, signal: AbortSignal, extras: FetcherExtras = {}): Fetcher {
  const lookup = guardedLookup({ allowPrivate: false }, resolveBySystem);
  const dispatcher = base ? undefined : new Agent({ connect: { lookup } });
  const overNetwork = (url: URL, sent: Sent): Promise<Response> =>
    fetch(addressOf(url, base), {
      ...sent,
      redirect: 'manual', // the target is checked first
      ...(dispatcher ? { dispatcher } : {}),
    });
  const { send = overNetwork, watch } = extras;
  const patience = base ? localPatience : 1;
  setMaxListeners(0, signal); // every request listens to it while it lasts
  const tagsByUrl = new Map<string, { tags: Record<string, string>; until: number }>();

  /** One request in a span. Its attributes name no query: keys of providers are there. */
  function ask(url: string, options: FetchOptions, tags?: Record<string, string>): Promise<Got> {
    const { host, pathname } = new URL(url);
    const method = options.post ? 'POST' : 'GET';
    const attributes = { 'http.request.method': method, 'server.address': host, 'url.path': pathname };
    return traced(`fetch ${host}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      const got = await answerOf(url, options, tags);
      span.setAttribute('http.response.status_code', got.response.status);
      if (got.body) span.setAttribute('http.response.body.size', got.body.length);
      return got;
    });
  }

  async function answerOf(url: string, options: FetchOptions, tags: Record<string, string> = {}): Promise<Got> {
    const { range, onHeaders, maxBytes = defaultMaxBytes, timeoutMs = defaultTimeoutMs } = options;
    const { host } = new URL(url);
    const deadline = startDeadline(patience * timeoutMs, signal);
    let response: Response | undefined;
    try {
      response = await follow(new URL(url), options, tags, deadline.signal);
      const isUnchanged = response.status === 304 && Object.keys(tags).length > 0;
      const body = isUnchanged ? undefined : await bodyOf(response, host, maxBytes, range !== undefined);
      await watch?.(url, options, { response, body });
      if (body) onHeaders?.(response.headers);
      return { response, body };
    } catch (error) {
      if (!signal.aborted) await watch?.(url, options, { response, problem: reasonOf(error) });
      if (error instanceof DataError || error instanceof UpstreamError) throw error;
      throw new UpstreamError(host, `${host} does not respond: ${reasonOf(error)}`, { cause: error });
    } finally {
      deadline.clear();
    }
  }

  /** The first response that is not a redirect. The Authorization header is sent to the first host only. */
  async function follow(
    first: URL,
    options: FetchOptions,
    tags: Record<string, string>,
    deadline: AbortSignal,
  ): Promise<Response> {
    const { range, accept, authorization, post } = options;
    for (let url = first, redirects = 0; ; redirects++) {
      const response = await send(url, {
        headers: {
          'user-agent': userAgent,
          ...(accept ? { accept } : {}),
          ...(authorization && url.host === first.host ? { authorization } : {}),
          ...(post ? { 'content-type': 'application/json' } : {}),
          ...(range ? { range: rangeOf(range) } : {}),
          ...tags,
        },
        ...(post ? { method: 'POST', body: JSON.stringify(post) } : {}),
        signal: deadline,
      });
      if (!isRedirect(response)) return response;
      await response.body?.cancel();
      if (post) throw new DataError('redirect', `${url.host} redirects a POST`);
      if (redirects === maxRedirects) {
        throw new DataError('redirect', `${first.host} redirects more than ${maxRedirects} times`);
      }
      url = redirectTarget(first, url, response.headers.get('location'), base);
    }
  }

  return {
    bytes: async (url, options = {}) => (await ask(url, options)).body,
    async text(url, options = {}) {
      const { body } = await ask(url, options);
      return body && decodeText(body, options.maxBytes);
    },
    async changedText(url, options = {}) {
      const known = tagsByUrl.get(url);
      const tags = known && performance.now() < known.until ? known.tags : {};
      const { response, body } = await ask(url, options, tags);
      if (response.status === 304) return undefined;
      if (!body) throw new DataError('gone', `${new URL(url).host} responded with 404 for a file that always exists`);
      return {
        text: await decodeText(body, options.maxBytes),
        markStored: () => void tagsByUrl.set(url, { tags: tagsOf(response), until: performance.now() + tagsMaxAgeMs }),
      };
    },
  };
}

/** A response and its body, which is undefined for a 404 or a 304. */
interface Got {
  response: Response;
  body: Buffer | undefined;
}

/** Headers of a conditional request. */
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

/** The message of `fetch` is only "fetch failed"; the reason is in its cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  return messageOf(cause instanceof Error && cause.message ? cause : error);
}
