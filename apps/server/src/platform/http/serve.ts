import type { Asked, Endpoint, Reply } from '@recto/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, forbidden, unsupportedType } from '../app-error.ts'
import type { Actor, Context } from '../context.ts'
import { sendNotFoundPage } from './not-found-page.ts'
import { discard, receiveUploads } from './receive-uploads.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'
import type { Session, Upload } from './session.ts'

type ByCaller<E extends Endpoint> = E['who'] extends 'member' | 'admin'
  ? { readonly actor: Actor; readonly session: Session }
  : E['who'] extends 'session'
    ? { readonly session: Session }
    : { readonly session: Session | null }

export type Question<E extends Endpoint> = Asked<E> &
  ByCaller<E> & {
    readonly uploads: readonly Upload[]
    /** Runs once the whole answer has left; never when the client went away before. */
    readonly onSent: (then: () => Promise<void>) => void
    readonly request: FastifyRequest
    /** For what the contract wants besides the body: cookies, redirects, file names. */
    readonly answer: FastifyReply
  }

/** An answer whose status is not the endpoint's usual one. */
export class Answer<Body> {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    this.status = status
    this.body = body
  }
}

type Handler<E extends Endpoint> = (
  ctx: Context,
  question: Question<E>,
) => Promise<Reply<E> | Answer<Reply<E>> | FastifyReply>

/** A handler that judges the caller itself, before any of the body is received. */
type Guarded<E extends Endpoint> = {
  readonly admit: (ctx: Context, request: FastifyRequest) => Promise<void>
  readonly handle: Handler<E>
}

/** What the server answers to, for the test that walks every route. */
export const served: Endpoint[] = []

/** Binds one endpoint of the contract to its handler: admit, parse, run, check the reply. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: Handler<E> | Guarded<E>,
): void {
  const { admit, handle } =
    typeof handler === 'function' ? { admit: undefined, handle: handler } : handler
  if (!served.includes(endpoint)) served.push(endpoint)
  app.route({
    method: endpoint.method,
    url: addressOf(endpoint, ctx.config.productId),
    config: { endpoint },
    async handler(request, reply) {
      admitRole(endpoint, request)
      if (!isAddress(endpoint, request)) return sendNotFoundPage(reply)
      await admit?.(ctx, request)
      const question = await ask(ctx, endpoint, request, reply)
      try {
        const result = await handle(ctx, question)
        return send(endpoint, result, reply)
      } finally {
        await discard(question.uploads, ctx.files)
      }
    },
  })
}

export function addressOf({ who, path }: Endpoint, productId: string): string {
  const isOfOrganization = who === 'member' || who === 'admin'
  return isOfOrganization ? `/api/v1/${productId}/:org${path}` : path
}

/** An endpoint that answers at a path, by whatever method. */
export function servedAt(path: string, productId: string): Endpoint | undefined {
  return served.find((endpoint) => matches(addressOf(endpoint, productId), path))
}

function matches(address: string, path: string): boolean {
  const expected = address.split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  const isSame = (part: string, index: number) => part.startsWith(':') || part === given[index]
  return expected.length === given.length && expected.every(isSame)
}

/** The gate has already answered who is not signed in or is in another organization's path. */
function admitRole({ who }: Endpoint, { session }: FastifyRequest): void {
  if (who === 'admin' && session?.actor?.role !== 'admin') throw forbidden()
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

async function ask<E extends Endpoint>(
  ctx: Context,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Question<E>> {
  const { fields, uploads } = await receive(ctx, endpoint, request)
  try {
    const query = withoutBlanks(request.query as Record<string, unknown>)
    refuseUnstorable(query)
    refuseUnstorable(fields)
    for (const { field, name, mimeType } of uploads) refuseUnstorable({ [field]: [name, mimeType] })
    const asked = {
      params: endpoint.params?.parse(request.params),
      query: endpoint.query?.parse(query, { reportInput: true }),
      body: endpoint.body?.parse(fields ?? {}, { reportInput: true }),
    }
    return {
      ...asked,
      uploads,
      session: request.session,
      actor: request.session?.actor,
      onSent: (then: () => Promise<void>) => whenSent(ctx, { request, reply, then }),
      request,
      answer: reply,
    } as unknown as Question<E>
  } catch (error) {
    await discard(uploads, ctx.files)
    throw error
  }
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
  // The headers alone are not the answer.
  if (request.method === 'HEAD') return
  reply.raw.once('finish', () => {
    then().catch((error: Error) => log.error({ reason: error.message }, 'after an answer was sent'))
  })
}

function send<E extends Endpoint>(endpoint: E, result: unknown, reply: FastifyReply): unknown {
  // A reply is also a promise, so that awaiting one gives nothing.
  if (reply.sent) return reply
  const { status, body } =
    result instanceof Answer ? result : { status: endpoint.status ?? 200, body: result }
  const checked = fitting(endpoint, body)
  reply.status(status)
  if (checked === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(checked))
}

/** An answer that breaks the contract is our fault, so it must not look like a refusal of the caller's. */
function fitting({ method, path, reply }: Endpoint, body: unknown): unknown {
  const parsed = reply.safeParse(body)
  if (parsed.success) return parsed.data
  throw new Error(`The answer to ${method} ${path} does not fit the contract.`, {
    cause: parsed.error,
  })
}
