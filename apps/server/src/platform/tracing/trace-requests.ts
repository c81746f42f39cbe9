import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const spanKey = Symbol('span')
type TracedRequest = FastifyRequest & { [spanKey]?: Span }

/**
 * Creates a span for every request, within the caller's trace if it sends one. The name uses the
 * route pattern, which has no ids.
 */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request: TracedRequest, _reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const parent = propagation.extract(context.active(), request.headers)
    const span = trace.getTracer('recto').startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'recto.request_id': request.id,
        },
      },
      parent,
    )
    request[spanKey] = span
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', async (request: TracedRequest, reply) =>
    endSpan(request, reply.statusCode),
  )
  // The client has disconnected.
  app.addHook('onRequestAbort', async (request: TracedRequest) => endSpan(request, undefined))
}

function endSpan(request: TracedRequest, status: number | undefined): void {
  const span = request[spanKey]
  if (!span?.isRecording()) return
  if (status !== undefined) span.setAttribute('http.response.status_code', status)
  if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
