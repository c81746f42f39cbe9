import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const spans = Symbol('span')
type Traced = FastifyRequest & { [spans]?: Span }

/** Every request is a span, of the caller's trace where the caller has one. Its address is that of the route, without ids. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request: Traced, _reply, done) => {
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
    request[spans] = span
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', async (request: Traced, reply) => end(request, reply.statusCode))
  // Whoever asked is gone.
  app.addHook('onRequestAbort', async (request: Traced) => end(request, undefined))
}

function end(request: Traced, status: number | undefined): void {
  const span = request[spans]
  if (!span?.isRecording()) return
  if (status !== undefined) span.setAttribute('http.response.status_code', status)
  if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
