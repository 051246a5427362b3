/** An answer of a host that is asked by path and query. */
export interface Page {
  type: string;
  body: string;
  /** When it last became another, milliseconds since 1970; told where the provider tells it. */
  modified?: number;
}

/** One kind of address of a host. */
export interface Route {
  /** The whole path, without the host; its groups are handed over. */
  path: RegExp;
  /** Undefined where there is nothing of that name. */
  page(named: string[], query: URLSearchParams, now: number): Page | undefined;
}

/** A host whose answers follow from path, query and time. */
export interface PageHost {
  host: string;
  /** Seconds for which answers are said to hold. */
  maxAge: number;
  routes: Route[];
  /** How it says that there is nothing. */
  missing(path: string): Page;
}

/** A page of JSON. */
export function jsonPage(type: string, value: object, modified?: number): Page {
  return { type, body: JSON.stringify(value), ...(modified === undefined ? {} : { modified }) };
}
