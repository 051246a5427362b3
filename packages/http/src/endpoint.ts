import type { Params, Schema, ValuesOf } from './params.ts';
import type { CountedAs } from './rate-limit.ts';

/** Seconds a public answer may be kept, and be served while it is renewed; or `no-store`. */
export type CacheRule = { seconds: number } | 'no-store';

export type Method = 'GET' | 'POST';

/**
 * The query in the one form in which all who ask the same ask it: the declared parameters that differ from their
 * defaults, in the order of the definition, encoded. One in `changes` takes its place, and `undefined` there leaves it
 * out. Worked out when it is asked for: few need it.
 */
export type Normalised = (changes?: Record<string, string | undefined>) => string;

/** What a handler gets: checked and typed parameters, and what the client sent that matters beside them. */
export interface Call<P extends Params, Q extends Params, B extends Params = Params> {
  /** What stands in the path is always there. */
  path: { [K in keyof ValuesOf<P>]: Exclude<ValuesOf<P>[K], undefined> };
  query: ValuesOf<Q>;
  normalised: Normalised;
  /** The fields of a JSON body; none where the endpoint takes no body. */
  body: ValuesOf<B>;
  method: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  requestId: string;
}

/**
 * What a handler may give instead of a plain object: bytes, a status, headers. A plain object becomes a 200 JSON answer
 * with the endpoint's cache rule and an ETag of its content.
 */
export class Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Bytes must stay as they are once they have been given: what is worked out of them is remembered. */
  readonly body: Uint8Array | string | undefined;
  /** Whether the same request would be answered with this now; where it is absent, only the handler can say. */
  readonly stands: (() => boolean) | undefined;

  constructor(status: number, headers: Record<string, string>, body?: Uint8Array | string, stands?: () => boolean) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.stands = stands;
  }
}

/** A JSON body with headers of its own, such as `Last-Modified`; all else is as for a plain object. */
export class Json<T extends object = object> {
  readonly body: T;
  readonly headers: Record<string, string>;

  constructor(body: T, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

/** What a handler of an endpoint with this response may give: the object that the schema describes, or a reply. */
export type Result<R> = R extends Schema<infer T> ? (unknown extends T ? object : T | Json<T & object> | Reply) : Reply;

/** Definition and handler are one object: router, validation, defaults, OpenAPI and the contract tests all read it. */
export interface Endpoint<C, P extends Params = Params, Q extends Params = Params, B extends Params = Params> {
  method: Method;
  /** Below `/api/v1`, with `{name}` for path parameters: `/radar/tiles/{product}/{z}/{x}/{y}.png`. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  access: 'public';
  params: P;
  query: Q;
  /** The fields of the JSON object that must be sent; no body is read when absent. */
  body?: B;
  /** The body of a 200: a JSON Schema, or the media type of bytes. */
  response: Schema | { media: string; about: string };
  cache: CacheRule;
  /** As what its requests count against rate limits; `request` when absent. */
  countedAs?: CountedAs;
  /** Statuses beside 200, 304, 400, 422, 429 and 500 that a client may see, with the reason. */
  errors?: Record<number, string>;
  /** Served, but not part of the contract: left out of the OpenAPI document. */
  internal?: boolean;
  handle(call: Call<P, Q, B>, context: C): Promise<object> | object;
}

/** A definition as it is written down: the types of `handle` come from its parameters and its response. */
export interface Definition<
  C,
  P extends Params,
  Q extends Params,
  B extends Params,
  R extends Endpoint<C>['response'],
> extends Omit<Endpoint<C, P, Q, B>, 'params' | 'query' | 'access' | 'method' | 'response' | 'handle'> {
  /** GET when absent. */
  method?: Method;
  params?: P;
  query?: Q;
  response: R;
  handle(call: Call<P, Q, B>, context: C): Promise<Result<R>> | Result<R>;
}

/** Types a definition: `C` is what handlers of that application are given beside the call. */
export function endpoints<C>() {
  return <
    P extends Params = Record<never, never>,
    Q extends Params = Record<never, never>,
    B extends Params = Record<never, never>,
    R extends Endpoint<C>['response'] = Endpoint<C>['response'],
  >(
    definition: Definition<C, P, Q, B, R>,
  ): Endpoint<C> =>
    ({ method: 'GET', access: 'public', params: {}, query: {}, ...definition }) as unknown as Endpoint<C>;
}
