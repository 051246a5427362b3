// Loads an OpenTelemetry SDK before severe starts: NODE_OPTIONS="--import /path/to/register.mjs". docs/tracing.md says how to install
// the packages. The settings are those of OpenTelemetry: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES …
import { isMainThread } from 'node:worker_threads';

// Threads load this file too. Their work is part of spans of the main thread.
if (isMainThread) {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources');
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');

  const resource = defaultResource().merge(
    resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'severe' }),
  );
  // A process ends at once after its stop: what ended in the last half second before is lost.
  const processor = new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: 500 });
  new NodeTracerProvider({ resource, spanProcessors: [processor] }).register();
}
