/** A response of a page host. */
export interface Page {
  /** Default: 200. */
  status?: number;
  type: string;
  body: string;
  /** Time of the last change, milliseconds since 1970, where the provider sends Last-Modified. */
  modified?: number;
}

/** What a request says beside its address. */
export interface Sent {
  /** The header of that name. */
  authorization: string | undefined;
  /** The body of a POST; empty otherwise. */
  body: string;
}

/** One path pattern of a host. */
export interface Route {
  /** Default: GET and HEAD. */
  method?: 'POST';
  /** Matches the whole path without the host; its groups are passed to `page`. */
  path: RegExp;
  /** The page; undefined if there is none. */
  page(this: void, named: string[], query: URLSearchParams, now: number, sent?: Sent): Page | undefined;
}

/** A host whose responses depend on path, query and time. */
export interface PageHost {
  host: string;
  /** Cache lifetime of responses, seconds. */
  maxAge: number;
  routes: Route[];
  /** The body of a 404. */
  missing(path: string): Page;
}

/** A JSON page. */
export function jsonPage(type: string, value: object, modified?: number): Page {
  return { type, body: JSON.stringify(value), ...(modified === undefined ? {} : { modified }) };
}
