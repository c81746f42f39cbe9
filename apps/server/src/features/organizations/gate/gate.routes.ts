import { textBases, textServiceBase } from '@recto/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { endpointOf } from '../../../platform/http/fastify.ts'
import { findServed } from '../../../platform/http/find-served.ts'
import { isBelow, pathOf } from '../../../platform/http/not-found.ts'
import { sendGap } from '../../../platform/http/send-gap.ts'
import type { Session } from '../../../platform/session.ts'
import { sessionTokenOf } from '../sign-in/cookies.ts'
import { findSession } from '../sign-in/start-session.ts'
import { bearerOf, findKeySession } from './find-key-session.ts'
import { isMeantByPages, refuseForgedWrite } from './refuse-forged-write.ts'

/** Addresses below these need no session, whether a route answers there or not. */
const openPrefixes = [
  '/api/v1/login',
  '/api/v1/home',
  '/api/v1/callback',
  '/api/v1/favicon.ico',
  '/api/v1/logout',
  '/api/v1/signup',
  '/api/v1/static',
  '/deployment',
  '/health',
  '/ready',
]

/**
 * The gate in front of every route: who is asking, in whose organization, and was it meant. Routes
 * of a deployment's key judge for themselves, and what is no API is the web application's.
 */
export function guardRequests(app: FastifyInstance, ctx: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    if (endpointOf(request)?.who === 'key' || isWebFile(request)) return
    // Before the body, which may be anything.
    if (isGapWithoutSession(app, ctx, request)) return sendGap(app, ctx.config, { request, reply })
    const refusal = await judge(ctx, request)
    if (refusal) return reply.status(refusal.status).send({ message: refusal.message })
  })

  // After the body was parsed: forms carry the token in a field.
  app.addHook('preValidation', async (request) => {
    if (endpointOf(request)?.who !== 'key') refuseForgedWrite(request, ctx.config)
  })
}

/** Finds out who asks, and why they may not, if they may not. */
async function judge(ctx: Context, request: FastifyRequest): Promise<Refusal | undefined> {
  const caller = await findCaller(ctx, request)
  if (caller && 'status' in caller) return caller
  request.session = caller
  return findRefusal(request, ctx.config.productId)
}

/** By the key that is sent, which opens only what belongs to an organization; else by the cookie. */
async function findCaller(
  ctx: Context,
  request: FastifyRequest,
): Promise<Session | Refusal | null> {
  const slug = organizationOf(request, ctx.config.productId)
  const key = slug === undefined ? undefined : bearerOf(request.headers)
  if (key !== undefined) return findKeySession(ctx, { key, method: request.method, slug })
  const token = sessionTokenOf(request)
  return token ? ((await findSession(ctx, token)) ?? null) : null
}

type Refusal = { readonly status: 401 | 403; readonly message: string }

function findRefusal(request: FastifyRequest, productId: string): Refusal | undefined {
  const { session } = request
  // Clients compare this text.
  if (!session && !isOpen(request)) return { status: 401, message: 'Unauthorized' }
  const slug = organizationOf(request, productId)
  if (slug !== undefined && session?.actor?.organization.slug !== slug) {
    const message = 'This is not the organization of your session. Select it first.'
    return { status: 403, message }
  }
  if (endpointOf(request)?.changesState && !isMeantByPages(request)) {
    return { status: 403, message: 'Another site may not ask for this.' }
  }
  return undefined
}

/** Where no session is asked for, it is no secret which addresses and which methods there are. */
function isGapWithoutSession(
  app: FastifyInstance,
  { config }: Pick<Context, 'config'>,
  request: FastifyRequest,
): boolean {
  if (endpointOf(request)) return false
  const path = pathOf(request)
  const others = findServed(app, config, path)
  if (others.length === 0) return isBelow(path, textServiceBase)
  return others.every(({ who }) => who === 'key' || who === 'anyone')
}

function isWebFile(request: FastifyRequest): boolean {
  return !endpointOf(request) && !isBelow(pathOf(request), '/api')
}

function isOpen(request: FastifyRequest): boolean {
  const endpoint = endpointOf(request)
  if (endpoint) return endpoint.who === 'anyone'
  return openPrefixes.some((prefix) => isBelow(pathOf(request), prefix))
}

/** The organization that a path is about: also where no route answers, so that a gap tells nothing. */
function organizationOf(request: FastifyRequest, productId: string): string | undefined {
  const endpoint = endpointOf(request)
  if (endpoint) {
    const isScoped = endpoint.who === 'member' || endpoint.who === 'admin'
    return isScoped ? (request.params as { org: string }).org : undefined
  }
  const [, , , product, organization] = pathOf(request).split('/')
  const isBase = product === productId || textBases.some((base) => base === product)
  return isBase ? organization : undefined
}
