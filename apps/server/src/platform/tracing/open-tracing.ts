import { context, propagation, trace } from '@opentelemetry/api'
import type { TracingConfig } from '../config/tracing-settings.ts'
import { nextTraceId } from './spans.ts'

/** Maximum time that a shutdown waits for an unreachable collector. */
const timeoutMillis = 3000

/**
 * Exports spans to the configured collector until the returned function has flushed the last of
 * them. Spans that cannot be sent are dropped. The libraries are loaded here, so that they cost
 * nothing when tracing is off.
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
  const idGenerator = new sdk.RandomIdGenerator()
  const ratioSampler = new sdk.TraceIdRatioBasedSampler(share)
  const send = new exporter.OTLPTraceExporter({ url, headers, timeoutMillis })
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': `${processName}-${process.pid}`,
      'recto.process': processName,
    }),
    sampler: new sdk.ParentBasedSampler({ root: ratioSampler }),
    idGenerator: {
      generateTraceId: () => nextTraceId.getStore() ?? idGenerator.generateTraceId(),
      generateSpanId: () => idGenerator.generateSpanId(),
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
