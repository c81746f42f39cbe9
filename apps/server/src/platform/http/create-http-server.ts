import { randomUUID } from 'node:crypto'
import { parse } from 'node:querystring'
import cookie from '@fastify/cookie'
import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import {
  bodyLimits,
  formBytes,
  multipartLimits,
  refusedBodyLimits,
  stalledBodySeconds,
} from '@recto/contract/wire/limits'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError, type Fault } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { traceRequests } from '../tracing/trace-requests.ts'
import { abortStalledBodies } from './abort-stalled-bodies.ts'
import { buildContentSecurityPolicy } from './content-security-policy.ts'
import { drainRefusedBodies } from './drain-refused-bodies.ts'
import { enableGracefulStop } from './graceful-stop.ts'
import { configureIssueSentences } from './issue-sentences.ts'
import { logRefusals } from './log-refusals.ts'
import { sendNotFoundOrMethodNotAllowed } from './method-not-allowed.ts'
import { sendNotFound } from './not-found.ts'
import { parseJsonBody } from './parse-json-body.ts'
import {
  changedMeanwhileReply,
  diskFullReply,
  type ErrorReply,
  formatErrorBody,
  presentError,
  presentUnexpected,
} from './present-error.ts'
import { getRequestEndpoint } from './request.ts'

/** Creates a server with everything that all routes share, and no routes yet. */
export async function createHttpServer(
  ctx: Pick<Context, 'log' | 'config' | 'disk'>,
): Promise<FastifyInstance> {
  configureIssueSentences()
  const policy = buildContentSecurityPolicy(ctx.config)
  const app = Fastify({
    logger: false,
    genReqId: ({ headers }) => readRequestId(headers['x-request-id']) || randomUUID(),
    bodyLimit: bodyLimits.small,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: true,
    trustProxy: ctx.config.trustedProxies.length > 0 && [...ctx.config.trustedProxies],
    frameworkErrors: rejectMalformedUrl(policy),
    rewriteUrl: ({ url = '/' }) => stripTrailingBlank(url),
  })
  if (ctx.config.tracing) traceRequests(app)
  app.decorate('registeredEndpoints', [])
  app.decorateRequest('session', null)
  await app.register(cookie)
  await app.register(formBody, { parser: parseUrlEncodedForm })
  await app.register(multipart, {
    limits: {
      files: multipartLimits.files,
      fileSize: multipartLimits.bytesOfFile,
      fields: multipartLimits.fields,
      fieldSize: multipartLimits.bytesOfField,
    },
  })
  app.removeContentTypeParser('text/plain')
  acceptEmptyJsonBody(app)
  addResponseHeaders(app, ctx.config, policy)
  abortStalledBodies(app, { seconds: stalledBodySeconds })
  drainRefusedBodies(app, refusedBodyLimits)
  app.decorate('stopGracefully', enableGracefulStop(app))
  logRefusals(app, ctx)
  handleErrors(app, ctx)
  handleUnmatchedRequests(app, ctx)
  return app
}

const maxRequestIdCharacters = 200

/**
 * The id that a caller gave the request. It is repeated in replies and logs, so only characters
 * that mean nothing there are kept.
 */
const readRequestId = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .slice(0, maxRequestIdCharacters)
    .replace(/[^\w.:/+=@,~-]/g, '')

/** Parses the fields of a URL-encoded form. */
function parseUrlEncodedForm(text: string): Record<string, unknown> {
  if (text.length > formBytes) {
    const detail = `The form is too large. The limit is ${formBytes} bytes.`
    throw new AppError('too-large', [{ code: 'too_large', detail, attr: null }])
  }
  return { ...parse(text) }
}

/** An existing client's list request ends in a blank. */
function stripTrailingBlank(url: string): string {
  const [path = '/', query] = url.split('?', 2)
  const trimmedPath = path.replace(/(?<!%20|\s)(?:%20|\s)+$/, '')
  return query === undefined ? trimmedPath : `${trimmedPath}?${url.slice(url.indexOf('?') + 1)}`
}

/** Existing clients send `content-type: application/json` with no body. */
function acceptEmptyJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) =>
      parseJsonBody(bytes, { keepsDigits: request.routeOptions.config.endpoint?.keepsDigits }),
  )
}

function addResponseHeaders(
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  policy: string,
): void {
  const isSecure = publicUrl?.startsWith('https:')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(buildHeaders(request, policy))
    if (isSecure || request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
  })
}

const buildHeaders = ({ id }: FastifyRequest, policy: string) => ({
  'cache-control': 'max-age=0, no-cache, no-store, must-revalidate',
  'x-request-id': id,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': policy,
})

/** Replies to URLs that are rejected before routing, so no hook has run yet. */
const rejectMalformedUrl =
  (policy: string) =>
  (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    sendNotFound(request, reply.headers(buildHeaders(request, policy)))
  }

const jsonContentType = 'application/json; charset=utf-8'

function handleErrors(app: FastifyInstance, { log, disk }: Pick<Context, 'log' | 'disk'>): void {
  app.setErrorHandler((error, request, reply) => {
    const errorReply = presentError(error)
    if (errorReply === diskFullReply) disk.reportFull()
    logErrorReply(log, { errorReply, error, request })
    if (errorReply) {
      if (errorReply.retryAfterSeconds)
        reply.header('retry-after', String(errorReply.retryAfterSeconds))
      if (errorReply.quotaResetsAt) {
        reply.header('x-quota-reset', errorReply.quotaResetsAt.toISOString())
      }
      return reply
        .status(errorReply.status)
        .type(jsonContentType)
        .send(formatErrorBody(getRequestEndpoint(request), errorReply))
    }
    log.error({ err: error, requestId: request.id, path: request.routeOptions.url }, 'unexpected')
    return reply
      .status(500)
      .type(jsonContentType)
      .send(formatErrorBody(getRequestEndpoint(request), presentUnexpected(request.id)))
  })
}

type FailedRequest = {
  readonly errorReply: ErrorReply | undefined
  readonly error: unknown
  readonly request: FastifyRequest
}

/** Logs refusals whose cause may not be the caller's. */
function logErrorReply(log: Context['log'], { errorReply, error, request }: FailedRequest): void {
  const details = { err: error, requestId: request.id, path: request.routeOptions.url }
  if (errorReply === diskFullReply) log.error(details, 'the disk is full')
  // A violated reference can also be one that the code failed to check.
  if (errorReply === changedMeanwhileReply) log.warn(details, 'overtaken')
}

function handleUnmatchedRequests(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  app.setNotFoundHandler((request, reply) =>
    sendNotFoundOrMethodNotAllowed(app, config, { request, reply }),
  )
}
