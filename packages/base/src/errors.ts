/**
 * The kinds of error, sorted by who must act on them.
 *
 * A `RequestError` is the caller's, a `DataError` the provider's, an `UpstreamError` heals with time, and whatever is
 * none of these is ours. `http/error-body.ts` is the one place that turns kinds into replies.
 */

/** One entry of a 422 answer. `loc` starts with `query`, `path`, `body` or `header`. */
export interface ValidationItem {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** The caller can mend it. `detail` is sent as it stands: a sentence, or the items of a 422. */
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

/** Unreadable bytes or text from a provider: skipped, counted, visible in health, and never retried. */
export class DataError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataError';
    this.code = code;
  }
}

/** A system that is away or slow: retried with back-off, and 503 to a client who waits for it. */
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

/** A start that cannot succeed: the command prints the message alone, without a stack, and exits 1. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
