import { context, propagation, trace } from '@opentelemetry/api'
import type { TracingConfig } from '../config/tracing-settings.ts'
import { wantedTraceId } from './traced.ts'

/**
 * Sends spans to where the configuration says, until the returned function has sent the last of them. Spans that cannot be sent
 * are dropped: nobody waits for them. What it takes is loaded here, so that it costs nobody else anything.
 */
export async function openTracing(
  { url, headers, serviceName, share }: TracingConfig,
  processName: string,
): Promise<() => Promise<void>> {
  const [sdk, exporter, hooks, core, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ])
  const random = new sdk.RandomIdGenerator()
  const byShare = new sdk.TraceIdRatioBasedSampler(share)
  const send = new exporter.OTLPTraceExporter({ url, headers, timeoutMillis })
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': `${processName}-${process.pid}`,
      'recto.process': processName,
    }),
    sampler: new sdk.ParentBasedSampler({ root: byShare }),
    idGenerator: {
      generateTraceId: () => wantedTraceId.getStore() ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: send, exportTimeoutMillis: timeoutMillis }),
    ],
  })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    await provider.shutdown()
  }
}

/** A stop waits no longer than that for a collector that is away. */
const timeoutMillis = 3000
