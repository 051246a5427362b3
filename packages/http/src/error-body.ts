import { messageOf, RequestError, UpstreamError, type Log, type ValidationItem } from '@severe/base';

/** An error as a client sees it. */
export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What a client waits before it tries again, where the system that is away did not say. */
const defaultRetrySeconds = 5;

/**
 * The one place that turns kinds of error into answers.
 *
 * The caller's errors are told to the caller, a system that is away is a 503 with the time to wait, and everything else
 * is a 500 that says nothing: its stack goes to the log alone.
 *
 * @param facts what the log should say beside the error: the request id, the path
 */
export function errorAnswer(error: unknown, log: Log, facts: Record<string, unknown> = {}): ErrorAnswer {
  if (error instanceof RequestError) return answerOf(error.status, error.detail, error.headers);
  if (error instanceof UpstreamError) {
    log.warn({ ...facts, system: error.system, reason: messageOf(error) }, 'a system that was needed is away');
    const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds ?? defaultRetrySeconds));
    return answerOf(503, 'Service temporarily unavailable', { 'Retry-After': String(seconds) });
  }
  if (isClientError(error)) return answerOf(error.status, error.message, {});
  log.error({ ...facts, err: error }, 'a request failed');
  return answerOf(500, 'Internal server error', {});
}

/** Errors are not kept by anybody, unless they carry a rule of their own. */
function answerOf(status: number, detail: string | ValidationItem[], headers: Record<string, string>): ErrorAnswer {
  return {
    status,
    headers: { 'Cache-Control': 'no-store', ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ detail }),
  };
}

/** A 4xx of Koa or one of its layers, which is marked as fit for the client's eyes. */
function isClientError(error: unknown): error is Error & { status: number } {
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return error instanceof Error && expose === true && typeof status === 'number' && status >= 400 && status < 500;
}
