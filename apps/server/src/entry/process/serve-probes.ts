import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Context } from '../../platform/context.ts'
import { sameText } from '../../platform/same-text.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { metricsOfProcess } from '../app/process-metrics.ts'
import { openReadinessReport } from '../app/readiness.ts'
import type { Running } from './run-process.ts'

/**
 * `/health`, `/ready` and `/metrics` of a process that serves nothing else, where RECTO_PROBE_PORT is set. They say
 * nothing of documents and take nothing in.
 */
export async function serveProbes({ config, print, onStop }: Running, ctx: Context): Promise<void> {
  const { probePort: port, host } = config
  if (port === undefined) return
  const report = openReadinessReport(ctx, { isReady: true })
  const answers: Readonly<Record<string, Answer>> = {
    '/health': async (_, reply) => {
      reply.writeHead(ctx.events.isOpen() ? 200 : 503).end()
    },
    '/ready': async (_, reply) => {
      const { isReady, checks } = await report()
      sendJson(reply, isReady ? 200 : 503, { ready: isReady, checks })
    },
    '/metrics': async (request, reply) => {
      if (!mayReadMetrics(request, config.metricsToken)) return refuse(reply)
      const metrics = metricsOfProcess()
      reply.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.metrics())
    },
  }
  const server = createServer({ maxHeaderSize: 8192, requestTimeout: 10_000 }, (request, reply) => {
    const answer = request.method === 'GET' ? answers[pathOf(request)] : undefined
    if (!answer) return refuse(reply)
    answer(request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new StartRefused(`RECTO_PROBE_PORT cannot be used: ${cause.message}`, { cause })),
    )
    server.listen(port, host, resolve)
  })
  const place = server.address()
  print(`Probes are answered on port ${typeof place === 'object' && place ? place.port : port}.`)
  onStop(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
}

type Answer = (request: IncomingMessage, reply: ServerResponse) => Promise<void>

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?')[0] ?? ''

function refuse(reply: ServerResponse): void {
  reply.writeHead(404).end()
}

function sendJson(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** As a web says them: to this machine, and to whoever has the token. */
function mayReadMetrics({ socket, headers }: IncomingMessage, token: string | undefined): boolean {
  const isHere = /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '')
  const isProxied = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined
  if (isHere && !isProxied) return true
  return token !== undefined && sameText(headers.authorization ?? '', `Bearer ${token}`)
}
