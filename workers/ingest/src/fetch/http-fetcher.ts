import { setMaxListeners } from 'node:events';
import { startDeadline } from '@severe/async';
import { DataError, messageOf, UpstreamError, type Settings } from '@severe/base';
import { SpanKind, traced } from '@severe/tracing';
import { fetch, type Response } from 'undici';
import { defaultMaxBytes, payloadOf, type Fetcher, type FetchOptions } from './fetcher.ts';
import { rangeOf, type FetcherExtras, type Sent } from './exchange.ts';
import { HostGates } from './host-gates.ts';
import { dispatcherFor, providerAddresses, type ProviderPlaces } from './provider-address.ts';
import { readBounded } from './read-bounded.ts';
import { isRedirect, maxRedirects, redirectTarget } from './redirects.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { userAgentOf } from './user-agent.ts';

/** Tags expire after this, in case a provider wrongly reports that nothing has changed. */
const tagsMaxAgeMs = 10 * 60_000;

const defaultTimeoutMs = 30_000;
/**
 * Factor of timeouts where another address replaces the provider: simulated providers share the machine, and are slow when
 * it is busy.
 */
const localPatience = 4;

/** Settings that decide how providers are asked. */
export type ProviderSettings = ProviderPlaces & Partial<Pick<Settings, 'contact'>>;

/**
 * Fetches from the real providers, or from where the settings say that they are, through the gates of their hosts.
 *
 * @param signal aborts running requests when the process stops
 * @param extras what a recording, a replay or a count adds; gates that fetchers of a process share
 */
export function createHttpFetcher(
  settings: ProviderSettings,
  signal: AbortSignal,
  extras: FetcherExtras = {},
): Fetcher {
  const addresses = providerAddresses(settings);
  const overNetwork = (url: URL, sent: Sent): Promise<Response> =>
    fetch(addresses.of(url), {
      ...sent,
      redirect: 'manual', // the target is checked first
      ...(addresses.isReal(url) ? { dispatcher: dispatcherFor(url) } : {}),
    });
  const { send = overNetwork, watch, meter } = extras;
  const gates = extras.send ? undefined : (extras.gates ?? new HostGates());
  const userAgent = userAgentOf(settings.contact);
  const patienceFor = (url: URL): number => (addresses.isReal(url) ? 1 : localPatience);
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

  /** The time of the request begins when its host may be asked. */
  function answerOf(url: string, options: FetchOptions, tags?: Record<string, string>): Promise<Got> {
    const { host } = new URL(url);
    const ask = (): Promise<Got> => answerNow(url, options, tags);
    return gates ? gates.run(host, ask, { urgent: options.urgent, signal }) : ask();
  }

  async function answerNow(url: string, options: FetchOptions, tags: Record<string, string> = {}): Promise<Got> {
    const { onHeaders, maxBytes = defaultMaxBytes, timeoutMs = defaultTimeoutMs } = options;
    const first = new URL(url);
    const { host } = first;
    const deadline = startDeadline(patienceFor(first) * timeoutMs, signal);
    let response: Response | undefined;
    try {
      response = await follow(first, options, tags, deadline.signal);
      const { status, headers } = response;
      gates?.answered(host, { status, retryAfterSeconds: retryAfterSeconds(headers) });
      const isUnchanged = response.status === 304 && Object.keys(tags).length > 0;
      let body: Buffer | undefined;
      try {
        body = isUnchanged ? undefined : await bodyOf(response, host, { ...options, maxBytes });
      } finally {
        count(host, response, body);
      }
      await watch?.(url, options, { response, body });
      if (body) onHeaders?.(headers);
      return { response, body };
    } catch (error) {
      if (!signal.aborted) {
        meter?.failed(host, error);
        await watch?.(url, options, { response, problem: reasonOf(error) });
      }
      if (error instanceof DataError || error instanceof UpstreamError) throw error;
      throw new UpstreamError(host, `${host} does not respond: ${reasonOf(error)}`, { cause: error });
    } finally {
      deadline.clear();
    }
  }

  function count(host: string, { status, headers }: Response, body?: Buffer): void {
    meter?.received({ host, status, bytes: body?.length ?? 0, sentAt: dateOf(headers) });
  }

  /** The first response that is not a redirect. Keys are sent to the first host only. */
  async function follow(
    first: URL,
    options: FetchOptions,
    tags: Record<string, string>,
    deadline: AbortSignal,
  ): Promise<Response> {
    const { range, accept, authorization, apiKey, post } = options;
    for (let url = first, redirects = 0; ; redirects++) {
      const response = await send(url, {
        headers: {
          'user-agent': userAgent,
          ...(accept ? { accept } : {}),
          ...(authorization && url.host === first.host ? { authorization } : {}),
          ...(apiKey && url.host === first.host ? { 'x-api-key': apiKey } : {}),
          ...(post ? { 'content-type': 'application/json' } : {}),
          ...(range ? { range: rangeOf(range) } : {}),
          ...tags,
        },
        ...(post ? { method: 'POST', body: JSON.stringify(post) } : {}),
        signal: deadline,
      });
      if (!isRedirect(response)) return response;
      count(url.host, response);
      await response.body?.cancel();
      if (post) throw new DataError('redirect', `${url.host} redirects a POST`);
      if (redirects === maxRedirects) {
        throw new DataError('redirect', `${first.host} redirects more than ${maxRedirects} times`);
      }
      url = redirectTarget(first, url, response.headers.get('location'), addresses);
    }
  }

  return {
    bytes: async (url, options = {}) => (await ask(url, options)).body,
    async text(url, options = {}) {
      const { body } = await ask(url, options);
      return body && payloadOf(body, options.maxBytes);
    },
    async changedText(url, options = {}) {
      const known = tagsByUrl.get(url);
      const tags = known && performance.now() < known.until ? known.tags : {};
      const { response, body } = await ask(url, options, tags);
      if (response.status === 304) return undefined;
      if (!body) throw new DataError('gone', `${new URL(url).host} responded with 404 for a file that always exists`);
      return {
        text: await payloadOf(body, options.maxBytes),
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

/** When a response was sent, by the clock of the provider. */
function dateOf(headers: Headers): Date | undefined {
  const at = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? undefined : new Date(at);
}

async function bodyOf(
  response: Response,
  host: string,
  { range, ...options }: FetchOptions & { maxBytes: number },
): Promise<Buffer | undefined> {
  const { status } = response;
  const expected = range ? 206 : 200;
  if (status === expected) return readBounded(response, host, options);
  await response.body?.cancel();
  if (status === 404) return undefined;
  if (status === 429 || status >= 500) {
    const seconds = retryAfterSeconds(response.headers);
    throw new UpstreamError(host, `${host} answers ${status}`, seconds ? { retryAfterSeconds: seconds } : {});
  }
  const code = status === 400 ? 'bad-request' : 'status';
  throw new DataError(code, `${host} answers ${status}, expected ${expected}`);
}

/** The message of `fetch` is only "fetch failed"; the reason is in its cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  return messageOf(cause instanceof Error && cause.message ? cause : error);
}
