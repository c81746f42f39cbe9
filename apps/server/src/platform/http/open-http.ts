import { randomUUID } from 'node:crypto'
import { parse } from 'node:querystring'
import cookie from '@fastify/cookie'
import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import { bodyLimits, formBytes, multipartLimits, stalledBodySeconds } from '@recto/contract/limits'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { traceRequests } from '../tracing/trace-requests.ts'
import { contentPolicy } from './content-policy.ts'
import { cutStalledBodies } from './cut-stalled-bodies.ts'
import { endpointOf } from './fastify.ts'
import { sendNotFound } from './not-found.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { diskFull, type ErrorReply, inFormOf, overtaken, presentError } from './present-error.ts'
import { speakInSentences } from './say-issue.ts'
import { sendGap } from './send-gap.ts'
import { allowPoliteStop } from './stop-politely.ts'
import { tellRefusals } from './tell-refusals.ts'

/** A server with the manners that every route shares, and no route yet. */
export async function openHttp(
  ctx: Pick<Context, 'log' | 'config' | 'disk'>,
): Promise<FastifyInstance> {
  speakInSentences()
  const policy = contentPolicy(ctx.config)
  const app = Fastify({
    logger: false,
    genReqId: ({ headers }) => String(headers['x-request-id'] || randomUUID()).slice(0, 200),
    bodyLimit: bodyLimits.small,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: true,
    trustProxy: ctx.config.trustedProxies.length > 0 && [...ctx.config.trustedProxies],
    frameworkErrors: refuseBadAddress(policy),
    rewriteUrl: ({ url = '/' }) => withoutTrailingBlank(url),
  })
  if (ctx.config.tracing) traceRequests(app)
  app.decorate('served', [])
  app.decorateRequest('session', null)
  await app.register(cookie)
  await app.register(formBody, { parser: parseForm })
  await app.register(multipart, {
    limits: {
      files: multipartLimits.files,
      fileSize: multipartLimits.bytesOfFile,
      fields: multipartLimits.fields,
      fieldSize: multipartLimits.bytesOfField,
    },
  })
  app.removeContentTypeParser('text/plain')
  acceptEmptyJson(app)
  sendHeaders(app, ctx.config, policy)
  cutStalledBodies(app, { seconds: stalledBodySeconds })
  app.decorate('stopPolitely', allowPoliteStop(app))
  tellRefusals(app, ctx)
  replyToErrors(app, ctx)
  replyToUnknown(app, ctx)
  return app
}

/** Fields of a form that is one line. */
function parseForm(text: string): Record<string, unknown> {
  if (text.length > formBytes) {
    const detail = `A form may have no more than ${formBytes} bytes.`
    throw new AppError('too-large', [{ code: 'too_large', detail, attr: null }])
  }
  return { ...parse(text) }
}

/** An existing client's list call ends in a blank. */
function withoutTrailingBlank(url: string): string {
  const [path = '/', query] = url.split('?', 2)
  const trimmed = path.replace(/(?<!%20|\s)(?:%20|\s)+$/, '')
  return query === undefined ? trimmed : `${trimmed}?${url.slice(url.indexOf('?') + 1)}`
}

/** Existing clients send `content-type: application/json` with no body. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => parseJsonBody(bytes),
  )
}

function sendHeaders(
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  policy: string,
): void {
  const isSecure = publicUrl?.startsWith('https:')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request, policy))
    if (isSecure || request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000')
    }
  })
}

const headersFor = ({ id }: FastifyRequest, policy: string) => ({
  'cache-control': 'max-age=0, no-cache, no-store, must-revalidate',
  'x-request-id': id,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': policy,
})

/** What is wrong before a route can be looked for: no hook has run yet. */
const refuseBadAddress =
  (policy: string) =>
  (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    sendNotFound(request, reply.headers(headersFor(request, policy)))
  }

function replyToErrors(app: FastifyInstance, { log, disk }: Pick<Context, 'log' | 'disk'>): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = presentError(error)
    if (refusal === diskFull) disk.report()
    writeDown(log, { refusal, error, request })
    if (refusal) {
      if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
      if (refusal.quotaResetsAt) {
        reply.header('x-quota-reset', refusal.quotaResetsAt.toISOString())
      }
      return reply
        .status(refusal.status)
        .type(json)
        .send(inFormOf(endpointOf(request), refusal))
    }
    log.error({ err: error, requestId: request.id, path: request.routeOptions.url }, 'unexpected')
    const detail = `Something went wrong (${request.id}).`
    const body = { type: 'server_error', errors: [{ code: 'error', detail, attr: null }] }
    return reply
      .status(500)
      .type(json)
      .send(inFormOf(endpointOf(request), { status: 500, body }))
  })
}

type Refused = {
  readonly refusal: ErrorReply | undefined
  readonly error: unknown
  readonly request: FastifyRequest
}

/** Refusals behind which there may be more than the caller's doing. */
function writeDown(log: Context['log'], { refusal, error, request }: Refused): void {
  const what = { err: error, requestId: request.id, path: request.routeOptions.url }
  if (refusal === diskFull) log.error(what, 'the disk is full')
  // Also what a reference looks like that nobody has checked.
  if (refusal === overtaken) log.warn(what, 'overtaken')
}

const json = 'application/json; charset=utf-8'

function replyToUnknown(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  app.setNotFoundHandler((request, reply) => sendGap(app, config, { request, reply }))
}
