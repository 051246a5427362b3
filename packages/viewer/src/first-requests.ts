type Fetch = (request: Request) => Promise<Response>;

/** Responses are shared for this time at most: a page that loads so slowly asks again. */
const longestMs = 15_000;

/**
 * Shares responses while the page loads: what is requested before the map library has loaded is not requested again by the
 * parts of the page that load with it. Errors are not shared.
 */
export class FirstRequests {
  readonly #responses = new Map<string, Promise<Response>>();
  readonly #fetch: Fetch;
  #endsAt = 0;

  /** @param fetch sends a request */
  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** Begins to share responses. */
  begin(): void {
    this.#endsAt = performance.now() + longestMs;
  }

  /** Sends every later request. */
  end(): void {
    this.#endsAt = 0;
    this.#responses.clear();
  }

  /** Sends a request, or copies the response to the same URL. */
  async send(request: Request): Promise<Response> {
    if (request.method !== 'GET' || performance.now() >= this.#endsAt) return this.#fetch(request);
    const { url } = request;
    const response = this.#responses.get(url) ?? this.#fetch(request);
    this.#responses.set(url, response);
    const isShared = await response.then(({ ok }) => ok).catch(() => false);
    if (!isShared && this.#responses.get(url) === response) this.#responses.delete(url);
    return (await response).clone();
  }
}
