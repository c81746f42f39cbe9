import type { RoutePolicy } from '@recto/contract/policy/policy'
import type { Endpoint, EndpointReply, EndpointRequest } from '@recto/contract/wire/endpoint'
import { bodyLimits } from '@recto/contract/wire/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, forbidden, unsupportedType } from '../app-error.ts'
import type { Actor, Context } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Upload } from '../files/upload.ts'
import { routePolicyOf } from '../policy/route-policy-of.ts'
import type { Session } from '../session.ts'
import { deprecationHooks } from './announce-deprecation.ts'
import { answerOnce, type ReplyText } from './answer-once.ts'
import { getEndpointPattern } from './endpoint-pattern.ts'
import { isLocalRequest } from './is-local-request.ts'
import { sendNotFound } from './not-found.ts'
import { discardUploads, receiveUploads } from './receive-uploads.ts'
import { rejectInvalidText } from './reject-invalid-text.ts'
import { rejectOversizedFields, rejectOversizedValues } from './reject-oversized.ts'

type MemberFields = { readonly actor: Actor; readonly session: Session }

/** The fields of `CallerFields` before it is known who may call the endpoint. */
type PossibleCaller = { readonly session: Session | null; readonly actor: Actor | null | undefined }

type CallerFields<E extends Endpoint> = E['who'] extends 'member' | 'admin'
  ? MemberFields
  : E['who'] extends 'session'
    ? { readonly session: Session }
    : { readonly session: Session | null }

/** Fields that the handler of every endpoint gets. */
type CommonFields<Admission> = {
  /** The result of the endpoint's own `admit`. */
  readonly caller: Admission
  readonly uploads: readonly Upload[]
  /**
   * Registers a callback that runs after the whole reply was sent; it never runs if the client
   * disconnects before.
   */
  readonly onSent: (callback: () => Promise<void>) => void
  readonly request: FastifyRequest
  /** The raw reply, for cookies, redirects and file names, which the contract does not cover. */
  readonly reply: FastifyReply
}

/** A request as a handler gets it: validated by the contract, with the caller. */
type HandlerRequest<E extends Endpoint, Admission> = EndpointRequest<E> &
  CallerFields<E> &
  CommonFields<Admission>

/** A reply with a status other than the endpoint's usual one. */
export class StatusReply<Body> {
  readonly status: number
  readonly body: Body
  /** False if the same request may get another reply soon. */
  readonly isFinal: boolean

  constructor(status: number, body: Body, { isFinal = true } = {}) {
    this.status = status
    this.body = body
    this.isFinal = isFinal
  }
}

type EndpointHandler<E extends Endpoint, Admission> = (
  ctx: Context,
  request: HandlerRequest<E, Admission>,
) => Promise<EndpointReply<E> | StatusReply<EndpointReply<E>> | FastifyReply>

/** A handler that authenticates the caller itself, before any of the body is received. */
type GuardedHandler<E extends Endpoint, Admission> = {
  readonly admit: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<Admission>
  readonly handle: EndpointHandler<E, Admission>
}

/**
 * Registers a handler for an endpoint of the contract: authorize, parse, run, validate the reply.
 */
export function registerEndpoint<E extends Endpoint, Admission = undefined>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: EndpointHandler<E, Admission> | GuardedHandler<E, Admission>,
): void {
  const { admit, handle } =
    typeof handler === 'function' ? { admit: undefined, handle: handler } : handler
  const routePolicy = routePolicyOf(endpoint)
  // Only sign-up, the creation of organizations and the simple studio depend on where a caller is.
  const dependsOnCaller = endpoint.who === 'anyone' || endpoint.who === 'session'
  app.registeredEndpoints.push(endpoint)
  app.route({
    method: endpoint.method,
    url: getEndpointPattern(endpoint, ctx.config.productId),
    config: { endpoint },
    bodyLimit: bodyLimits[endpoint.bodySize ?? 'usual'],
    preHandler: deprecationHooks(endpoint, ctx.config),
    async handler(request, reply) {
      authorize(routePolicy, request)
      if (!hasValidParams(endpoint, request)) return sendInvalidParams(endpoint, request, reply)
      const callerContext = dependsOnCaller ? await contextOf(ctx, request) : ctx
      const admission = await admit?.(callerContext, request, reply)
      const body = await receiveBody(ctx, endpoint, request)
      try {
        const parsed = parseRequest(endpoint, request, body)
        const onSent = (callback: () => Promise<void>) =>
          runWhenSent(ctx, { request, reply, callback })
        const commonFields: CommonFields<Admission> = {
          // Without `admit`, `Admission` is `undefined`.
          caller: admission as Admission,
          uploads: body.uploads,
          onSent,
          request,
          reply,
        }
        const callerFields: PossibleCaller = {
          session: request.session,
          actor: request.session?.actor,
        }
        const handlerRequest: HandlerRequest<E, Admission> = {
          // The types of these two depend on the endpoint, which is not known here: `parseRequest` and
          // `authorize` have checked the values.
          ...(parsed as EndpointRequest<E>),
          ...(callerFields as CallerFields<E>),
          ...commonFields,
        }
        const answer = async (): Promise<ReplyText | undefined> => {
          const result = await handle(callerContext, handlerRequest)
          return reply.sent ? undefined : toReplyText(endpoint, result)
        }
        const parsedRequest = { endpoint, request, body: parsed.body, uploads: body.uploads }
        const replyText = await answerOnce(ctx, parsedRequest, answer)
        // A Fastify reply is itself a promise, which is returned as is.
        return replyText ? sendText(replyText, reply) : reply
      } finally {
        await discardUploads(body.uploads, ctx.files)
      }
    },
  })
}

/** Returns the context with the settings that hold for the caller of a request. */
async function contextOf(ctx: Context, { raw }: FastifyRequest): Promise<Context> {
  const { remoteCallers } = ctx.config
  if (!remoteCallers || (await isLocalRequest(raw))) return ctx
  return { ...ctx, config: { ...ctx.config, ...remoteCallers } }
}

/**
 * Checks the role. The session hook has already rejected visitors and requests for another
 * organization's paths.
 */
function authorize(routePolicy: RoutePolicy, { session }: FastifyRequest): void {
  if (
    routePolicy.who === 'session' &&
    routePolicy.isForPlatformAdmins &&
    !session?.isPlatformAdmin
  ) {
    throw forbidden()
  }
  if (routePolicy.who !== 'member') return
  const actor = session?.actor
  if (!actor) throw forbidden()
  if (routePolicy.orService && actor.service) return
  if (!routePolicy.roles.includes(actor.role)) throw forbidden()
}

/** An invalid path parameter is not a validation error: such a URL does not exist. */
function hasValidParams({ params }: Endpoint, request: FastifyRequest): boolean {
  try {
    rejectInvalidText(request.params)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
  return !params || params.safeParse(request.params).success
}

/** Replies in the error format of the endpoint. */
function sendInvalidParams(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  if (!endpoint.refusals) return sendNotFound(request, reply)
  throw new AppError('not-found', [{ code: 'not_found', detail: 'Not found.', attr: null }])
}

type ReceivedBody = { readonly fields: unknown; readonly uploads: readonly Upload[] }

async function receiveBody(
  { files }: Context,
  { accepts }: Endpoint,
  request: FastifyRequest,
): Promise<ReceivedBody> {
  // Left unread, for the handler.
  if (accepts === 'raw') return { fields: undefined, uploads: [] }
  if (!request.isMultipart()) return { fields: request.body, uploads: [] }
  if (accepts !== 'multipart') throw unsupportedType()
  return receiveUploads(request, files)
}

function parseRequest(
  endpoint: Endpoint,
  request: FastifyRequest,
  { fields, uploads }: ReceivedBody,
): Record<keyof EndpointRequest<Endpoint>, unknown> {
  const query = omitEmptyValues(request.query as Record<string, unknown>)
  rejectInvalidText(query)
  rejectInvalidText(fields)
  for (const { field, name, mimeType } of uploads) rejectInvalidText({ [field]: [name, mimeType] })
  rejectOversizedFields(fields, endpoint.body)
  const parsed = {
    params: endpoint.params?.parse(request.params),
    query: endpoint.query?.parse(query, { reportInput: true }),
    body: endpoint.body?.parse(fields ?? {}, { reportInput: true }),
  }
  rejectOversizedValues(parsed.query)
  rejectOversizedValues(parsed.body)
  return parsed
}

/** Clients send unset filters as empty values. */
function omitEmptyValues(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

type SentCallback = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly callback: () => Promise<void>
}

function runWhenSent({ log }: Context, { request, reply, callback }: SentCallback): void {
  // The headers alone are not a reply.
  if (request.method === 'HEAD') return
  reply.raw.once('finish', () => {
    callback().catch((error) =>
      log.error({ reason: describeFailure(error) }, 'a callback after a reply failed'),
    )
  })
}

function toReplyText(endpoint: Endpoint, result: unknown): ReplyText {
  const { status, body, isFinal } =
    result instanceof StatusReply ? result : new StatusReply(endpoint.status ?? 200, result)
  const replyBody = validateReply(endpoint, body)
  return { status, isFinal, text: replyBody === undefined ? undefined : JSON.stringify(replyBody) }
}

function sendText({ status, text, isRepeated }: ReplyText, reply: FastifyReply): FastifyReply {
  reply.status(status)
  if (isRepeated) reply.header('idempotent-replayed', 'true')
  if (text === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(text)
}

/**
 * A reply that violates the contract is our bug, so it must not look like a refusal of the request.
 */
function validateReply({ method, path, reply }: Endpoint, body: unknown): unknown {
  const parsed = reply.safeParse(body)
  if (parsed.success) return parsed.data
  throw new Error(`The reply to ${method} ${path} does not fit the contract.`, {
    cause: parsed.error,
  })
}
