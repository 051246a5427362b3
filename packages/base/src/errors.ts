/**
 * Error classes, by who must act: the caller (`RequestError`), the data provider (`DataError`), nobody, because it is
 * temporary (`UpstreamError`), the operator (`StartError`). Any other error is a bug. `http/error-body.ts` converts errors
 * into responses.
 */

/** One item of a 422 response. `loc` starts with `query`, `path`, `body` or `header`. */
export interface ValidationItem {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** An error of the caller. `detail` is sent unchanged: a sentence, or the items of a 422. */
export class RequestError extends Error {
  readonly status: number;
  readonly detail: string | ValidationItem[];
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string | ValidationItem[], headers: Record<string, string> = {}) {
    super(typeof detail === 'string' ? detail : detail.map((item) => `${item.loc.join('.')}: ${item.msg}`).join('; '));
    this.name = 'RequestError';
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** A 422 with a single item. */
export function invalid(
  loc: (string | number)[],
  msg: string,
  type = 'value_error',
  more: Partial<ValidationItem> = {},
): RequestError {
  return new RequestError(422, [{ loc, msg, type, ...more }]);
}

/** Unreadable data of a provider: skipped, counted, visible in the health report, never retried. */
export class DataError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataError';
    this.code = code;
  }
}

/** A system that is unavailable or slow: retried with back-off; the client gets a 503. */
export class UpstreamError extends Error {
  readonly system: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(system: string, message: string, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    super(message, options);
    this.name = 'UpstreamError';
    this.system = system;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A request that needs more than its share: a 503 whose detail says why and what to ask instead. */
export class OverBudgetError extends UpstreamError {
  constructor(system: string, why: string, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    const narrower =
      'ask for a smaller area or time range, a smaller `limit` or `offset`, or fewer things at the same time';
    super(system, `${why}: ${narrower}`, options);
    this.name = 'OverBudgetError';
  }
}

/** A start that cannot succeed: the command prints the message without a stack and exits with 1. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
