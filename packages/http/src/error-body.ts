import { messageOf, OverBudgetError, RequestError, UpstreamError, type Log, type ValidationItem } from '@severe/base';

/** An error as sent to the client. */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Retry-After if the unavailable system states none. */
const defaultRetrySeconds = 5;

/**
 * Converts any error into a response; the only place that does so.
 *
 * An error of the caller is reported to the caller. An unavailable system is a 503 with the time to wait, and so is a
 * request that needs too much. Everything else
 * is a 500 without details; its stack is logged.
 *
 * @param facts logged with the error: the request id, the path
 */
export function errorResponse(error: unknown, log: Log, facts: Record<string, unknown> = {}): ErrorResponse {
  if (error instanceof RequestError) return responseOf(error.status, error.detail, error.headers);
  if (error instanceof UpstreamError) {
    log.warn({ ...facts, system: error.system, reason: messageOf(error) }, 'a required system is unavailable');
    const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds ?? defaultRetrySeconds));
    const detail = error instanceof OverBudgetError ? error.message : 'Service temporarily unavailable';
    return responseOf(503, detail, { 'Retry-After': String(seconds) });
  }
  if (isClientError(error)) return responseOf(error.status, error.message, {});
  log.error({ ...facts, err: error }, 'a request failed');
  return responseOf(500, 'Internal server error', {});
}

/** Errors are not cached unless they have their own cache rule. */
function responseOf(status: number, detail: string | ValidationItem[], headers: Record<string, string>): ErrorResponse {
  return {
    status,
    headers: { 'Cache-Control': 'no-store', ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ detail }),
  };
}

/** A 4xx of Koa or of its middleware that is marked as safe to send to the client. */
function isClientError(error: unknown): error is Error & { status: number } {
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return error instanceof Error && expose === true && typeof status === 'number' && status >= 400 && status < 500;
}
