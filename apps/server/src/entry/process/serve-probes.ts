import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { StartupError } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { isLocalRequest } from '../../platform/http/is-local-request.ts'
import { timingSafeEqualText } from '../../platform/strings.ts'
import { getProcessMetrics } from '../app/process-metrics.ts'
import { openReadinessReport } from '../app/readiness.ts'
import type { RunningProcess } from './run-process.ts'

/**
 * Serves `/health`, `/ready` and `/metrics` for a process without a web server, if RECTO_PROBE_PORT
 * is set. They reveal nothing about documents and accept no input.
 */
export async function serveProbes(
  { config, print, onStop }: RunningProcess,
  ctx: Context,
): Promise<void> {
  const { probePort: port, host } = config
  if (port === undefined) return
  const report = openReadinessReport(ctx, { isReady: true })
  const handlers: Readonly<Record<string, ProbeHandler>> = {
    '/health': async (_, reply) => {
      reply.writeHead(ctx.events.isConnected() ? 200 : 503).end()
    },
    '/ready': async (_, reply) => {
      const { isReady, checks } = await report()
      sendJson(reply, isReady ? 200 : 503, { ready: isReady, checks })
    },
    '/metrics': async (request, reply) => {
      if (!(await mayReadMetrics(request, config.metricsToken))) return sendProbeNotFound(reply)
      const metrics = getProcessMetrics()
      reply.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.metrics())
    },
  }
  const server = createServer({ maxHeaderSize: 8192, requestTimeout: 10_000 }, (request, reply) => {
    const handler = request.method === 'GET' ? handlers[getProbePath(request)] : undefined
    if (!handler) return sendProbeNotFound(reply)
    handler(request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTemporary = cause.code === 'EADDRINUSE'
      const reason = `RECTO_PROBE_PORT cannot be used: ${cause.message}`
      reject(new StartupError(reason, { cause, isTemporary }))
    })
    server.listen(port, host, resolve)
  })
  const boundAddress = server.address()
  print(
    `Health probes are available on port ${typeof boundAddress === 'object' && boundAddress ? boundAddress.port : port}.`,
  )
  onStop(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
}

type ProbeHandler = (request: IncomingMessage, reply: ServerResponse) => Promise<void>

const getProbePath = ({ url = '' }: IncomingMessage) => url.split('?')[0] ?? ''

function sendProbeNotFound(reply: ServerResponse): void {
  reply.writeHead(404).end()
}

function sendJson(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Same rule as in web processes: for this machine, and for requests with the token. */
async function mayReadMetrics(
  request: IncomingMessage,
  token: string | undefined,
): Promise<boolean> {
  const { authorization = '' } = request.headers
  if (token !== undefined && timingSafeEqualText(authorization, `Bearer ${token}`)) return true
  return isLocalRequest(request)
}
