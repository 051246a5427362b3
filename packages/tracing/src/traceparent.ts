import { context, isSpanContextValid, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';

/**
 * The trace context that a row or job carries to the process that continues the work: `00-<trace>-<span>-<flags>` in
 * hexadecimal digits (W3C Trace Context, 3.2). Null if the work is not traced.
 */
export type Traceparent = string | null;

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The trace context of the current span. */
export function currentTraceparent(): Traceparent {
  const span = trace.getSpanContext(context.active());
  if (!span || !isSpanContextValid(span)) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** The context whose current span is the named one. A text of another form, or null, is the beginning of a trace. */
export function contextOf(traceparent: Traceparent): Context {
  const [, traceId, spanId, flags] = pattern.exec(traceparent ?? '') ?? [];
  if (flags === undefined) return ROOT_CONTEXT;
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}
