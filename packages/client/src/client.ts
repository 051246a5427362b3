import { withKey, withMemory, withRetries, type Fetch } from './fetching.ts';
import type { Gets, Posts } from './generated.ts';
import { AnswerError, problemOf, type Problem } from './problem.ts';
import { urlOf } from './url.ts';

export interface ClientOptions {
  /** Address of the service, such as `https://wx.example.org`; in a browser the page’s own where absent. */
  baseUrl?: string;
  /** Sent as `X-API-Key`. */
  apiKey?: string;
  /** How often to ask again where the service asks to wait (429, 503): twice unless told, 0 for never. */
  retries?: number;
  /** The longest such wait in seconds; 60 unless told. An answer that asks for more is given as it is. */
  longestWait?: number;
  /** How many answers to remember with their tags, so that what has not changed is not sent again; none unless told. */
  remember?: number;
  /** Stands in for the global `fetch`. */
  fetch?: Fetch;
}

/** What belongs to one call alone. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** Data, or what went wrong: looking at `error` tells which. */
export type Answer<T> =
  { data: T; error?: undefined; response: Response } | { data?: undefined; error: Problem; response: Response };

type Call = { params: object; data: unknown };
/** Parameters may be left out where none is needed. */
type Params<C extends Call> = {} extends C['params'] ? [params?: C['params']] : [params: C['params']];

/** Paths whose answers are lists of features. */
export type ListPath = { [P in keyof Gets]: Gets[P]['data'] extends { features: unknown[] } ? P : never }[keyof Gets];
/** A feature of the list at a path. */
export type FeatureOf<P extends ListPath> = Gets[P]['data'] extends { features: (infer F)[] } ? F : never;

export interface Client {
  /** Asks for what lies at a path; what stands in the path and in the query are given together. */
  get<P extends keyof Gets>(
    path: P,
    ...input: [...Params<Gets[P]>, options?: CallOptions]
  ): Promise<Answer<Gets[P]['data']>>;

  /** Sends a JSON body to a path. */
  post<P extends keyof Posts>(
    path: P,
    input: Posts[P]['params'] & { body: Posts[P]['body'] },
    options?: CallOptions,
  ): Promise<Answer<Posts[P]['data']>>;

  /**
   * Every feature of a list, page after page; one that has moved to a later page meanwhile is not given twice.
   *
   * @throws {AnswerError} where a page cannot be had
   */
  all<P extends ListPath>(
    path: P,
    ...input: [...Params<Gets[P]>, options?: CallOptions]
  ): AsyncGenerator<FeatureOf<P>, void, undefined>;
}

/** A page of features, as every list has them. */
interface Page {
  features: { id: unknown }[];
  links: { rel: string; href: string }[];
}

/**
 * A client of the service at an address. Its methods do not throw for an answer of the service, whatever it is: only
 * where there is none (the network is away, the call was aborted), as `fetch` does.
 */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '' } = options;
  const fetch = fetchOf(options);

  async function ask(request: Request): Promise<Answer<any>> {
    const response = await fetch(request);
    if (!response.ok) return { error: await problemOf(response), response };
    return { data: await contentOf(response), response };
  }
  const get = (path: string, params: object = {}, { signal }: CallOptions = {}): Promise<Answer<any>> =>
    ask(new Request(urlOf(baseUrl, path, params), { signal }));

  return {
    get: get as Client['get'],

    post(path, { body, ...params }, { signal } = {}) {
      const headers = { 'Content-Type': 'application/json' };
      const url = urlOf(baseUrl, path, params);
      return ask(new Request(url, { method: 'POST', headers, body: JSON.stringify(body), signal }));
    },

    all: async function* (path: string, params: object = {}, options?: CallOptions) {
      const seen = new Set<unknown>();
      for (let asked: object | undefined = params; asked;) {
        const { data, error } = (await get(path, asked, options)) as Answer<Page>;
        if (error) throw new AnswerError(error);
        for (const feature of data.features) {
          if (!seen.has(feature.id)) yield feature;
          seen.add(feature.id);
        }
        const next = data.links.find(({ rel }) => rel === 'next');
        // The service may know itself by another address than we do, so only the query of its link is followed.
        asked = next && Object.fromEntries(new URL(next.href).searchParams);
      }
    } as Client['all'],
  };
}

function fetchOf({ apiKey, retries = 2, longestWait = 60, remember = 0, fetch }: ClientOptions): Fetch {
  let made: Fetch = fetch ?? ((request) => globalThis.fetch(request));
  if (apiKey !== undefined) made = withKey(made, apiKey);
  if (retries > 0) made = withRetries(made, { retries, longestWait });
  return remember > 0 ? withMemory(made, remember) : made;
}

/** JSON as its value, other text as text, and anything else as bytes. */
function contentOf(response: Response): Promise<unknown> {
  const media = response.headers.get('Content-Type') ?? '';
  if (/^application\/(?:[\w.-]+\+)?json\b/.test(media)) return response.json();
  return media.startsWith('text/') ? response.text() : response.blob();
}
