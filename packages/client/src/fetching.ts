/** Sends a request. Each function here wraps one in another. */
export type Fetch = (request: Request) => Promise<Response>;

/** Sends an API key with every request. */
export function withKey(fetch: Fetch, key: string): Fetch {
  return (request) => {
    request.headers.set('X-API-Key', key);
    return fetch(request);
  };
}

/**
 * Retries after a 429 or 503 with `Retry-After`.
 *
 * @param options.retries number of retries
 * @param options.longestWait in seconds; a response that asks for a longer wait is returned as it is
 */
export function withRetries(fetch: Fetch, { retries, longestWait }: { retries: number; longestWait: number }): Fetch {
  return async (request) => {
    for (let left = retries; ; left--) {
      const response = await fetch(left > 0 ? request.clone() : request);
      const seconds = retryAfterOf(response);
      if (left <= 0 || seconds === undefined || seconds > longestWait) return response;
      await response.body?.cancel();
      await pause(seconds * 1000, request.signal);
    }
  };
}

/** `Retry-After` of a 429 or 503, in seconds. */
function retryAfterOf({ status, headers }: Response): number | undefined {
  const given = headers.get('Retry-After');
  return (status === 429 || status === 503) && given !== null && /^\d+$/.test(given) ? Number(given) : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * Caches responses and revalidates them with their entity tags: an unchanged response is a 304 of a few bytes.
 *
 * @param capacity number of responses; the least recently used is dropped first
 */
export function withCache(fetch: Fetch, capacity: number): Fetch {
  const cache = new Map<string, { tag: string; headers: Headers; body: ArrayBuffer }>(); // in the order of last use
  return async (request) => {
    const { url, method } = request;
    const cached = method === 'GET' ? cache.get(url) : undefined;
    if (cached) request.headers.set('If-None-Match', cached.tag);
    const response = await fetch(request);
    const isUnchanged = cached && response.status === 304;
    const tag = response.headers.get('ETag');
    if (!isUnchanged && (method !== 'GET' || !response.ok || tag === null)) return response;

    const entry = isUnchanged ? cached : { tag: tag!, headers: response.headers, body: await response.arrayBuffer() };
    cache.delete(url);
    cache.set(url, entry);
    if (cache.size > capacity) cache.delete(cache.keys().next().value!);
    return new Response(entry.body, { headers: entry.headers });
  };
}
