import { context, SpanStatusCode, trace, type Attributes, type Span, type SpanKind } from '@opentelemetry/api';
import { messageOf } from '@severe/base';
import { contextOf, type Traceparent } from './traceparent.ts';

/** Name of the instrumentation, by which an SDK can select the spans of the service. */
const scope = 'severe';

/** What a span begins with. */
export interface SpanOptions {
  /** Trace context of the work that caused this. Null begins a trace. Default: the span that runs now. */
  parent?: Traceparent;
  /** Default: internal. */
  kind?: SpanKind;
  attributes?: Attributes;
}

/**
 * Runs work in a span, which is the current one meanwhile. A thrown error is recorded and passed on. Without an SDK there are
 * no spans, and the work is only called.
 *
 * @param work may add attributes to the span that it gets
 */
export function traced<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const { parent, ...rest } = options;
  const within = parent === undefined ? context.active() : contextOf(parent);
  return trace.getTracer(scope).startActiveSpan(name, rest, within, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      recordFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Records that the work of a span has failed, for work that handles its errors. */
export function recordFailure(span: Span, error: unknown): void {
  const message = messageOf(error);
  span.recordException(error instanceof Error ? error : message);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

/**
 * Records a span of work that ends now, such as one of many that were done together.
 *
 * @param startedAt `performance.now()` when it began
 */
export function recordSpan(name: string, startedAt: number, { parent, ...options }: SpanOptions): void {
  const within = parent === undefined ? context.active() : contextOf(parent);
  trace
    .getTracer(scope)
    .startSpan(name, { ...options, startTime: startedAt }, within)
    .end();
}

/** Runs work as a part of the trace of a row or job, without a span of its own. Null: of no trace. */
export function continueTrace<T>(parent: Traceparent, work: () => T): T {
  return context.with(contextOf(parent), work);
}
