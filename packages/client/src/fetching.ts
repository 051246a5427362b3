/** How a request is answered; each function here makes one of another. */
export type Fetch = (request: Request) => Promise<Response>;

/** Sends an API key with every request. */
export function withKey(fetch: Fetch, key: string): Fetch {
  return (request) => {
    request.headers.set('X-API-Key', key);
    return fetch(request);
  };
}

/**
 * Asks again where the service asks to wait (429 and 503 with `Retry-After`).
 *
 * @param options.retries how often
 * @param options.longestWait in seconds; an answer that asks for more is given as it is
 */
export function withRetries(fetch: Fetch, { retries, longestWait }: { retries: number; longestWait: number }): Fetch {
  return async (request) => {
    for (let left = retries; ; left--) {
      const response = await fetch(left > 0 ? request.clone() : request);
      const seconds = waitOf(response);
      if (left <= 0 || seconds === undefined || seconds > longestWait) return response;
      await response.body?.cancel();
      await pause(seconds * 1000, request.signal);
    }
  };
}

/** Seconds after which the service wants to be asked again. */
function waitOf({ status, headers }: Response): number | undefined {
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
 * Remembers answers with their tags: asked again, the service says in a few bytes that nothing has changed.
 *
 * @param most how many answers; of more, those not asked for the longest are forgotten
 */
export function withMemory(fetch: Fetch, most: number): Fetch {
  const known = new Map<string, { tag: string; headers: Headers; body: ArrayBuffer }>();
  return async (request) => {
    const { url, method } = request;
    const last = method === 'GET' ? known.get(url) : undefined;
    if (last) request.headers.set('If-None-Match', last.tag);
    const response = await fetch(request);
    const again = last && response.status === 304;
    const tag = response.headers.get('ETag');
    if (!again && (method !== 'GET' || !response.ok || tag === null)) return response;

    const answer = again ? last : { tag: tag!, headers: response.headers, body: await response.arrayBuffer() };
    known.delete(url);
    known.set(url, answer); // the newest is the last
    if (known.size > most) known.delete(known.keys().next().value!);
    return new Response(answer.body, { headers: answer.headers });
  };
}
