export { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
export * from './spans.ts';
export * from './traceparent.ts';
