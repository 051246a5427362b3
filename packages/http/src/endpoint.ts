import type { Access, AccessRule, SignedInUser } from './access.ts';
import type { Coding } from './compress.ts';
import type { Work } from './work.ts';
import type { Params, Schema, ValuesOf } from './params.ts';
import type { CountedAs } from './rate-limit.ts';

/**
 * Seconds for which a public response may be cached, and for which it may be served stale during revalidation; `no-store`; or
 * `in-reply`: each `Reply` of the endpoint has its own `Cache-Control`.
 */
export type CacheRule = { seconds: number } | 'no-store' | 'in-reply';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * The query in canonical form, which is the same for equal requests: the declared parameters that differ from their
 * defaults, in the order of the definition, encoded. A value in `changes` replaces a parameter, `undefined` removes it.
 * Computed on demand, since few handlers need it.
 */
export type CanonicalQuery = (changes?: Record<string, string | undefined>) => string;

/** Input of a handler: validated and typed parameters, and the relevant rest of the request. */
export interface Call<P extends Params, Q extends Params, B extends Params = Params, A extends Access = Access> {
  /** The signed-in user; undefined if the access rule is `public`. */
  user: A extends 'public' ? undefined : SignedInUser;
  /** Path parameters are always present. */
  path: { [K in keyof ValuesOf<P>]: Exclude<ValuesOf<P>[K], undefined> };
  query: ValuesOf<Q>;
  canonicalQuery: CanonicalQuery;
  /** Fields of the JSON body; empty if the endpoint takes no body. */
  body: ValuesOf<B>;
  method: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  requestId: string;
  /** Remote address of the connection; undefined once it is closed. */
  address: string | undefined;
  /**
   * Gives a signal that aborts when the client closes the connection before its response is sent. A function, since few
   * handlers wait, and a getter makes the call an object in dictionary mode, 2 kB for every request.
   */
  wanted: () => AbortSignal;
}

/** A body in some content codings. */
export type Coded = Partial<Record<Coding, Uint8Array>>;

/**
 * A response with its own bytes, status and headers. A handler that returns a plain object sends a 200 with JSON, the
 * cache rule of the endpoint and an ETag of the content.
 */
export class Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Bytes must not change after they are returned: their digest is cached. */
  readonly body: Uint8Array | string | undefined;
  /** Whether the same request would get this response now. If absent, the response is not cached. */
  readonly isCurrent: (() => boolean) | undefined;
  /** The body in content codings that it already has; others are made on demand. */
  readonly coded: Coded | undefined;

  constructor(
    status: number,
    headers: Record<string, string>,
    body?: Uint8Array | string,
    stands?: () => boolean,
    coded?: Coded,
  ) {
    this.status = status;
    this.coded = coded;
    this.headers = headers;
    this.body = body;
    this.isCurrent = stands;
  }
}

/**
 * A JSON body with additional headers, such as `Last-Modified`; otherwise the same as a plain object. Of the Koa binding, a
 * header may have several values with line feeds between them, such as cookies.
 */
export class Json<T extends object = object> {
  readonly body: T;
  readonly headers: Record<string, string>;

  constructor(body: T, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

/** Result of a handler: the object described by the response schema, or a `Reply`. */
export type Result<R> = R extends Schema<infer T> ? (unknown extends T ? object : T | Json<T & object> | Reply) : Reply;

/** A response without a schema: bytes of a media type, or no body if the status is 204. */
export interface Unshaped {
  media?: string;
  about: string;
}

/** Definition and handler are one object: router, validation, defaults, OpenAPI and the contract tests all read it. */
export interface Endpoint<
  C,
  P extends Params = Params,
  Q extends Params = Params,
  B extends Params = Params,
> extends AccessRule {
  method: Method;
  /** Below `/api/v1`, with `{name}` for path parameters: `/radar/tiles/{product}/{z}/{x}/{y}.png`. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  params: P;
  query: Q;
  /** Parameters of other APIs that this endpoint does not have, and what to write instead; see `foreignNamesOf`. */
  foreign?: Readonly<Record<string, string>>;
  /** Refuses query parameters that it does not have, and every invalid one with a 400, as OGC API requires. */
  strict?: boolean;
  /** Fields of the JSON body; no body is read if absent. */
  body?: B;
  /** Status of a successful response; default 200. */
  status?: 201 | 204;
  /** Body of a successful response: a JSON Schema, or the media type of bytes. */
  response: Schema | Unshaped;
  cache: CacheRule;
  /** Rate limit that counts the requests; default `request`. */
  countedAs?: CountedAs;
  /** Most that a request may make the service touch; default 1. */
  work?: Work<P, Q>;
  /** Further status codes beside 200, 304, 400, 422, 429, 500 and 503, each with its reason. */
  errors?: Record<number, string>;
  /** Served, but not part of the contract: omitted from the OpenAPI document. */
  internal?: boolean;
  handle(call: Call<P, Q, B>, context: C): Promise<object> | object;
}

/** An endpoint as written in source. The types of `handle` follow from the parameters and the response. */
export interface Definition<
  C,
  P extends Params,
  Q extends Params,
  B extends Params,
  R extends Endpoint<C>['response'],
  A extends Access,
> extends Omit<Endpoint<C, P, Q, B>, 'params' | 'query' | 'method' | 'response' | 'handle' | keyof AccessRule> {
  /** Default GET. */
  method?: Method;
  /** Default `public`. */
  access?: A;
  /** Default: whether `access` is not `public`. */
  ownPages?: boolean;
  params?: P;
  query?: Q;
  response: R;
  handle(call: Call<P, Q, B, A>, context: C): Promise<Result<R>> | Result<R>;
}

/** Types a definition. `C` is what the handlers of the application receive beside the call. */
export function endpoints<C>() {
  return <
    P extends Params = Record<never, never>,
    Q extends Params = Record<never, never>,
    B extends Params = Record<never, never>,
    R extends Endpoint<C>['response'] = Endpoint<C>['response'],
    A extends Access = 'public',
  >(
    definition: Definition<C, P, Q, B, R, A>,
  ): Endpoint<C> => {
    const { access = 'public', ownPages = access !== 'public' } = definition;
    return { method: 'GET', params: {}, query: {}, ...definition, access, ownPages } as unknown as Endpoint<C>;
  };
}
