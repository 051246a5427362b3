import { readEvents, type EventOptions, type StreamEvent } from './events.ts';
import { withCache, withKey, withRetries, type Fetch } from './fetching.ts';
import type { Deletes, Gets, Patches, Posts } from './generated.ts';
import { ApiError, problemOf, type Problem } from './problem.ts';
import { templateOf, urlOf } from './url.ts';

export interface ClientOptions {
  /** Address of the service, such as `https://wx.example.org`. Default: the origin of the page. */
  baseUrl?: string;
  /** Sent as `X-API-Key`. */
  apiKey?: string;
  /** Number of retries after a 429 or 503 with `Retry-After`. Default: 2; 0 disables them. */
  retries?: number;
  /** Longest wait before a retry, in seconds. Default: 60. A response that asks for a longer wait is returned as it is. */
  longestWait?: number;
  /** Number of responses to cache and revalidate with their entity tags. Default: 0. */
  remember?: number;
  /** Replaces the global `fetch`. */
  fetch?: Fetch;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** In a browser: the request goes on when the page is left or loaded again. The browser limits the body to 64 KiB. */
  keepalive?: boolean;
}

/** Either `data` or `error` is defined. */
export type Result<T> =
  { data: T; error?: undefined; response: Response } | { data?: undefined; error: Problem; response: Response };

type Call = { params: object; data: unknown };
/** The argument may be left out if no parameter is required. */
type Params<C extends Call> = {} extends C['params'] ? [params?: C['params']] : [params: C['params']];

/** The body is passed together with the parameters. */
type Input<C extends Call> = {
  params: C extends { body: infer B } ? C['params'] & { body: B } : C['params'];
  data: unknown;
};

/** Paths that return lists of features. */
export type ListPath = { [P in keyof Gets]: Gets[P]['data'] extends { features: unknown[] } ? P : never }[keyof Gets];
/** A feature of the list at a path. */
export type FeatureOf<P extends ListPath> = Gets[P]['data'] extends { features: (infer F)[] } ? F : never;

/** Parameters that map libraries fill in. */
type TileAddress = { z: number; x: number; y: number };
/** Paths of map tiles. */
export type TilePath = { [P in keyof Gets]: Gets[P]['params'] extends TileAddress ? P : never }[keyof Gets];

export interface Client {
  /** Sends a GET. Path parameters and query parameters are passed together. */
  get<P extends keyof Gets>(
    path: P,
    ...input: [...Params<Gets[P]>, options?: CallOptions]
  ): Promise<Result<Gets[P]['data']>>;

  /** Sends a POST, with a JSON body if the endpoint takes one. */
  post<P extends keyof Posts>(
    path: P,
    ...input: [...Params<Input<Posts[P]>>, options?: CallOptions]
  ): Promise<Result<Posts[P]['data']>>;

  /** Sends a PATCH with a JSON body. */
  patch<P extends keyof Patches>(
    path: P,
    ...input: [...Params<Input<Patches[P]>>, options?: CallOptions]
  ): Promise<Result<Patches[P]['data']>>;

  /** Sends a DELETE. */
  delete<P extends keyof Deletes>(
    path: P,
    ...input: [...Params<Deletes[P]>, options?: CallOptions]
  ): Promise<Result<Deletes[P]['data']>>;

  /**
   * Every feature of a list, page by page. A feature that moves to a later page in the meantime is returned once.
   *
   * @throws {ApiError} if the service refuses a page
   */
  all<P extends ListPath>(
    path: P,
    ...input: [...Params<Gets[P]>, options?: CallOptions]
  ): AsyncGenerator<FeatureOf<P>, void, undefined>;

  /**
   * Events of the live stream. The client connects again when a connection ends and resumes after the last event.
   *
   * @throws {ApiError} if the service refuses the request
   */
  events(options?: EventOptions): AsyncGenerator<StreamEvent, void, undefined>;

  /** The URL template of map tiles, with `{z}`, `{x}` and `{y}`, for map libraries. */
  template<P extends TilePath>(path: P, params: Omit<Gets[P]['params'], keyof TileAddress>): string;
}

/** A page of features. */
interface Page {
  features: { id: unknown }[];
  links: { rel: string; href: string }[];
}

/**
 * Creates a client of the service at an address. A response with an error status is returned as `error`. Methods throw
 * only if there is no response (a network failure, an aborted call), as `fetch` does.
 */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '' } = options;
  const fetch = fetchOf(options);

  async function send(request: Request): Promise<Result<any>> {
    const response = await fetch(request);
    if (!response.ok) return { error: await problemOf(response), response };
    return { data: await contentOf(response), response };
  }
  const get = (path: string, params: object = {}, options: CallOptions = {}): Promise<Result<any>> =>
    send(new Request(urlOf(baseUrl, path, params), options));

  const change =
    (method: string) =>
    (path: string, input: object = {}, options: CallOptions = {}): Promise<Result<any>> => {
      const { body, ...params } = input as { body?: unknown };
      const content =
        body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
      return send(new Request(urlOf(baseUrl, path, params), { method, ...content, ...options }));
    };

  return {
    get: get as Client['get'],
    post: change('POST') as Client['post'],
    patch: change('PATCH') as Client['patch'],
    delete: change('DELETE') as Client['delete'],

    all: async function* (path: string, params: object = {}, options?: CallOptions) {
      const seen = new Set<unknown>();
      for (let next: object | undefined = params; next;) {
        const { data, error } = (await get(path, next, options)) as Result<Page>;
        if (error) throw new ApiError(error);
        for (const feature of data.features) {
          if (!seen.has(feature.id)) yield feature;
          seen.add(feature.id);
        }
        const link = data.links.find(({ rel }) => rel === 'next');
        // The service may have another address for itself, so only the query of its link is used.
        next = link && Object.fromEntries(new URL(link.href).searchParams);
      }
    } as Client['all'],

    events: ({ sources, ...rest } = {}) =>
      readEvents(plainFetchOf(options), urlOf(baseUrl, '/stream', { sources: sources?.join(',') }), rest),

    template: (path, params) => templateOf(baseUrl, path, params),
  };
}

/** Sends the key; without retries and cache. */
function plainFetchOf({ apiKey, fetch }: ClientOptions): Fetch {
  const plain: Fetch = fetch ?? ((request) => globalThis.fetch(request));
  return apiKey === undefined ? plain : withKey(plain, apiKey);
}

function fetchOf(options: ClientOptions): Fetch {
  const { retries = 2, longestWait = 60, remember = 0 } = options;
  let made = plainFetchOf(options);
  if (retries > 0) made = withRetries(made, { retries, longestWait });
  return remember > 0 ? withCache(made, remember) : made;
}

/** Undefined without content, JSON as its value, other text as a string, anything else as a `Blob`. */
async function contentOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const media = response.headers.get('Content-Type') ?? '';
  if (/^application\/(?:[\w.-]+\+)?json\b/.test(media)) return response.json();
  return media.startsWith('text/') ? response.text() : response.blob();
}
