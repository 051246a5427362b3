import { context, trace, SpanStatusCode } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';

/** The spans of this process, while an SDK is registered as an operator registers one. */
export interface RecordedSpans {
  /** Ended spans, in the order of their ends. */
  all(): ReadableSpan[];
  /** Ended spans of a name, in the order of their ends. */
  named(name: string): ReadableSpan[];
  /** Names of the ended spans of a trace, sorted, each once. */
  namesInTraceOf(span: ReadableSpan): string[];
  /** Names of a span and of what it is part of, innermost first. */
  pathOf(span: ReadableSpan): string[];
  clear(): void;
  /** Removes the SDK. */
  close(): Promise<void>;
}

/** Registers an SDK that keeps its spans in memory. */
export function recordSpans(): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  const all = (): ReadableSpan[] => exporter.getFinishedSpans();
  const parentOf = ({ parentSpanContext }: ReadableSpan): ReadableSpan | undefined =>
    parentSpanContext && all().find((span) => span.spanContext().spanId === parentSpanContext.spanId);
  return {
    all,
    named: (name) => all().filter((span) => span.name === name),
    namesInTraceOf(one) {
      const { traceId } = one.spanContext();
      const names = all().filter((span) => span.spanContext().traceId === traceId);
      return [...new Set(names.map(({ name }) => name))].toSorted();
    },
    pathOf(span) {
      const parent = parentOf(span);
      return [span.name, ...(parent ? this.pathOf(parent) : [])];
    },
    clear: () => exporter.reset(),
    async close() {
      await provider.shutdown();
      trace.disable();
      context.disable();
    },
  };
}

/** Whether a span ended with an error. */
export const hasFailed = ({ status }: ReadableSpan): boolean => status.code === SpanStatusCode.ERROR;
