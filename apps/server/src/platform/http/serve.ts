import type { Endpoint, EndpointReply, EndpointRequest } from '@recto/contract/endpoint'
import { bodyLimits } from '@recto/contract/limits'
import type { PolicyLine } from '@recto/contract/policy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, forbidden, unsupportedType } from '../app-error.ts'
import type { Actor, Context } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Upload } from '../files/upload.ts'
import { lineOf } from '../policy/line-of.ts'
import type { Session } from '../session.ts'
import { addressOf } from './address-of.ts'
import { sendNotFound } from './not-found.ts'
import { discard, receiveUploads } from './receive-uploads.ts'
import { refuseCrowds, refuseTooMuch } from './refuse-too-much.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'

type ByCaller<E extends Endpoint> = E['who'] extends 'member' | 'admin'
  ? { readonly actor: Actor; readonly session: Session }
  : E['who'] extends 'session'
    ? { readonly session: Session }
    : { readonly session: Session | null }

/** A request as a handler sees it: what the contract says of it, validated, and who sends it. */
type ServedRequest<E extends Endpoint, Admitted> = EndpointRequest<E> &
  ByCaller<E> & {
    /** What the endpoint's own `admit` returned. */
    readonly admitted: Admitted
    readonly uploads: readonly Upload[]
    /** Runs once the whole reply has left; never when the client went away before. */
    readonly onSent: (then: () => Promise<void>) => void
    readonly request: FastifyRequest
    /** For what the contract wants besides the body: cookies, redirects, file names. */
    readonly reply: FastifyReply
  }

/** A reply whose status is not the endpoint's usual one. */
export class StatusReply<Body> {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    this.status = status
    this.body = body
  }
}

type Handle<E extends Endpoint, Admitted> = (
  ctx: Context,
  request: ServedRequest<E, Admitted>,
) => Promise<EndpointReply<E> | StatusReply<EndpointReply<E>> | FastifyReply>

/** A handler that judges the caller itself, before any of the body is received. */
type Guarded<E extends Endpoint, Admitted> = {
  readonly admit: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<Admitted>
  readonly handle: Handle<E, Admitted>
}

/** Binds one endpoint of the contract to its handler: admit, parse, run, check the reply. */
export function serve<E extends Endpoint, Admitted = undefined>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: Handle<E, Admitted> | Guarded<E, Admitted>,
): void {
  const { admit, handle } =
    typeof handler === 'function' ? { admit: undefined, handle: handler } : handler
  const line = lineOf(endpoint)
  app.served.push(endpoint)
  app.route({
    method: endpoint.method,
    url: addressOf(endpoint, ctx.config.productId),
    config: { endpoint },
    bodyLimit: bodyLimits[endpoint.bodySize ?? 'usual'],
    async handler(request, reply) {
      admitRole(line, request)
      if (!isAddress(endpoint, request)) return sayNoSuchAddress(endpoint, request, reply)
      const admitted = await admit?.(ctx, request, reply)
      const received = await receive(ctx, endpoint, request)
      try {
        const parsed = parse(endpoint, request, received)
        const onSent = (then: () => Promise<void>) => whenSent(ctx, { request, reply, then })
        const caller = { admitted, session: request.session, actor: request.session?.actor }
        const { uploads } = received
        const served = { ...parsed, ...caller, uploads, onSent, request, reply }
        const result = await handle(ctx, served as unknown as ServedRequest<E, Admitted>)
        return send(endpoint, result, reply)
      } finally {
        await discard(received.uploads, ctx.files)
      }
    },
  })
}

/** The gate has already refused who is not signed in or is in another organization's path. */
function admitRole(line: PolicyLine, { session }: FastifyRequest): void {
  if (line.who === 'session' && line.isForPlatformAdmins && !session?.isPlatformAdmin) {
    throw forbidden()
  }
  if (line.who !== 'member') return
  const actor = session?.actor
  if (!actor) throw forbidden()
  if (line.orService && actor.service) return
  if (!line.roles.includes(actor.role)) throw forbidden()
}

/** A parameter of the wrong kind is no fault of a form: such an address does not exist. */
function isAddress({ params }: Endpoint, request: FastifyRequest): boolean {
  try {
    refuseUnstorable(request.params)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
  return !params || params.safeParse(request.params).success
}

/** In the form in which the endpoint refuses all else. */
function sayNoSuchAddress(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  if (!endpoint.refusals) return sendNotFound(request, reply)
  throw new AppError('not-found', [{ code: 'not_found', detail: 'Not found.', attr: null }])
}

type Received = { readonly fields: unknown; readonly uploads: readonly Upload[] }

async function receive(
  { files }: Context,
  { accepts }: Endpoint,
  request: FastifyRequest,
): Promise<Received> {
  // The stream itself, of which nothing has been read.
  if (accepts === 'raw') return { fields: undefined, uploads: [] }
  if (!request.isMultipart()) return { fields: request.body, uploads: [] }
  if (accepts !== 'multipart') throw unsupportedType()
  return receiveUploads(request, files)
}

function parse(endpoint: Endpoint, request: FastifyRequest, { fields, uploads }: Received) {
  const query = withoutBlanks(request.query as Record<string, unknown>)
  refuseUnstorable(query)
  refuseUnstorable(fields)
  for (const { field, name, mimeType } of uploads) refuseUnstorable({ [field]: [name, mimeType] })
  refuseCrowds(fields, endpoint.body)
  const parsed = {
    params: endpoint.params?.parse(request.params),
    query: endpoint.query?.parse(query, { reportInput: true }),
    body: endpoint.body?.parse(fields ?? {}, { reportInput: true }),
  }
  refuseTooMuch(parsed.query)
  refuseTooMuch(parsed.body)
  return parsed
}

/** Clients write a filter that is not set as an empty one. */
function withoutBlanks(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

type Sending = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly then: () => Promise<void>
}

function whenSent({ log }: Context, { request, reply, then }: Sending): void {
  // The headers alone are not the reply.
  if (request.method === 'HEAD') return
  reply.raw.once('finish', () => {
    then().catch((error) => log.error({ reason: describeFailure(error) }, 'after a reply was sent'))
  })
}

function send<E extends Endpoint>(endpoint: E, result: unknown, reply: FastifyReply): unknown {
  // A reply is also a promise, so that awaiting one gives nothing.
  if (reply.sent) return reply
  const { status, body } =
    result instanceof StatusReply ? result : { status: endpoint.status ?? 200, body: result }
  const checked = fitting(endpoint, body)
  reply.status(status)
  if (checked === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(checked))
}

/** A reply that breaks the contract is our fault, so it must not look like a refusal of the caller's. */
function fitting({ method, path, reply }: Endpoint, body: unknown): unknown {
  const parsed = reply.safeParse(body)
  if (parsed.success) return parsed.data
  throw new Error(`The reply to ${method} ${path} does not fit the contract.`, {
    cause: parsed.error,
  })
}
